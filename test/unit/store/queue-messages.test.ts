import { expect, test } from "vitest";
import { CHAIN_IDS, type ChainId } from "../../../schemas/chains.ts";
import { SCHEDULE_ROUTES } from "../../../schemas/schedule-routes.ts";
import type { TickShard } from "../../../schemas/tick-shard.ts";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { runShard } from "../../../src/schedule/run-shard.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { storeOrders } from "./support/store-orders.ts";

/** Of QStash's smallest plan, in which every delivery is a message (upstash.com/pricing/qstash). */
const MESSAGES_A_DAY = 1_000;
const TICKS_A_DAY = 24 * 12;
const DUE = 100;

/**
 * 100 operators with an order each, spread over these chains, all paired with a chat of their own.
 */
async function fill(store: TestStore, chainIds: readonly ChainId[]): Promise<void> {
  for (let one = 0; one < DUE; one += 1) {
    const operator = newAddress();
    const chainId = chainIds[one % chainIds.length]!;
    const [vault] = await storeOrders(store, { operator, vaults: 1, changes: { chainId } });
    const pairing = { chatId: String(one + 1), vaults: [{ chainId, vault }] };
    await pairTelegram(store, operator, JSON.stringify(pairing));
  }
}

/**
 * What the Worker publishes by a tick, its shards and the work behind their answers, with a queue
 * that delivers everything.
 */
async function playTick(store: TestStore) {
  const queue: QueuedCall[] = [];
  const deferred: Promise<unknown>[] = [];
  const told = new Set<string>();
  let nowMs = T0 + 1;
  const deps = {
    ...storeDeps({ redis: store.redis, keys: store.keys, nowMs: () => ++nowMs }),
    publisher: { publish: async (calls: readonly QueuedCall[]) => void queue.push(...calls) },
    channels: telegramOver({
      send: async (chatId: string) => {
        told.add(chatId);
        return { status: "delivered" as const };
      },
      answerButton: async () => ({ status: "delivered" as const }),
      removeKeyboard: async () => ({ status: "delivered" as const }),
    }),
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    defer: (_name: string, work: Promise<unknown>) => void deferred.push(work),
  };
  const settle = async () => {
    while (deferred.length > 0) await deferred.pop();
  };
  const summaries = [await runTick(deps, { jti: "tick" })];
  await settle();
  for (let next = 0; next < queue.length; next += 1) {
    const { path, body } = queue[next]!;
    expect(path).toBe(SCHEDULE_ROUTES.shard);
    summaries.push(await runShard(deps, { ...(body as TickShard), jti: `delivery ${next}` }));
    await settle();
  }
  return {
    messages: queue.length,
    failed: summaries.reduce((sum, { failed }) => sum + failed, 0),
    told: told.size,
  };
}

eachRedis((redis) => {
  test.each<[string, readonly ChainId[]]>([
    ["one chain", [8453]],
    ["two chains", [8453, 42161]],
    ["all chains", CHAIN_IDS],
  ])(
    "behavior: 100 orders due at every tick of a day, on %s, fit the queue's smallest plan, deliveries included",
    async (_what, chainIds) => {
      const store = redis().store();
      await fill(store, chainIds);
      const { messages, failed, told } = await playTick(store);
      // Each ran within the tick, and what was told meanwhile took no message of the queue.
      expect(failed).toBe(DUE);
      expect(told).toBeGreaterThan(0);
      expect(messages).toBe(2);
      expect(TICKS_A_DAY * (1 + messages)).toBeLessThanOrEqual(MESSAGES_A_DAY);
    },
  );
});
