import type { Hex } from "viem";
import type { Notification } from "../../../schemas/notification.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import type { Deps } from "../../../src/deps.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { runShard } from "../../../src/schedule/run-shard.ts";
import { runTick } from "../../../src/schedule/run-tick.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { applySliceOutcome } from "../../../src/twap/apply-slice-outcome.ts";
import { loadedModules } from "../../support/loaded-modules.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { addOutbox } from "../../unit/store/support/add-outbox.ts";
import { T0 } from "../../unit/store/support/records.ts";
import { noDraw } from "../../unit/twap/no-draw.ts";
import { orderFixture } from "../../unit/twap/order-fixture.ts";
import { createSimRedis } from "../redis/create-sim-redis.ts";
import { loadedTables } from "../world/loaded-tables.ts";
import { synchronousDigest } from "../world/synchronous-digest.ts";
import { createChannel } from "./channel.ts";
import { createNotificationLedger } from "./ledger.ts";
import { createQueue } from "./queue.ts";
import { runPublished, tellOperation } from "./service.ts";
import { createVirtualTime } from "./virtual-time.ts";

export type NotificationLoad = { operators: number; hours: number; seed: number };

synchronousDigest();

const TICK_MS = 300_000;
/** Of the operators: 30 orders each, the limit; the others have one. */
const BUSY_SHARE = 0.01;
const BUSY_ORDERS = 30;
const FAILING_SHARE = 0.04;
/** Of the operators, in each interval: a delegated call that waits for its operator's word. */
const OPERATION_SHARE = 0.005;
/**
 * A tick's own slices, those of a shard, and shards of all chains under way at once (three chains).
 */
const [TICK_ORDERS, SHARD_ORDERS, SHARDS_AT_ONCE] = [20, 40, 30];
/** How long a shard's 40 slices take. */
const SHARD_MS = 8_000;
/** Ticks without orders at the end: what is told by then was not lost. */
const LAST_TICKS = 3;

type Operator = { address: Hex; chatId: string };
type Played = { operator: Operator; order: TwapOrder };

/**
 * The service's own ticks, shards, deliveries and Lua on a virtual clock, with a channel that
 * enforces its limits: every order is due at every tick, and what its slices tell is written when
 * their shard runs them. The slices themselves are not played: their outcomes are drawn, and the
 * order's own transition says what is told.
 */
export async function playNotifications({ operators: count, hours, seed }: NotificationLoad) {
  const random = createRandom(seed);
  const time = createVirtualTime(T0);
  const sim = createSimRedis({ nowMs: time.nowMs });
  const keys = createKeys("sx:");
  const ledger = createNotificationLedger();
  const channel = createChannel();
  const logged = new Map<string, number>();
  let ids = 0;
  const nextId = (): number => {
    ids += 1;
    return ids;
  };
  let peakSubrequests = 0;
  let messages = 0;

  /**
   * One call of the Worker: its own count of subrequests, and work that goes on after its answer.
   */
  const call = async (work: (deps: Deps) => Promise<unknown>): Promise<void> => {
    let subrequests = 0;
    const deferred: Promise<unknown>[] = [];
    const trip = async (least: number, most: number) => {
      subrequests += 1;
      await time.sleep(Math.round(least + random() * (most - least)));
    };
    const deps = {
      clock: { nowMs: time.nowMs },
      keys,
      newId: () => `id-${nextId()}`,
      log: (event) => void logged.set(event, (logged.get(event) ?? 0) + 1),
      defer: (_name, promise) => void deferred.push(promise),
      sleep: time.sleep,
      subrequests: () => subrequests,
      redis: {
        run: async (script, declared, args) => {
          await trip(2, 8);
          const answer = sim.run(script, declared, args);
          const memory = declared[0];
          // What Redis would have forgotten by then.
          if (memory?.includes("request:"))
            time.at(time.nowMs() + 600_000, () => sim.command("DEL", memory));
          await time.sleep(Math.round(2 + random() * 6));
          return answer;
        },
      },
      channels: telegramOver({
        send: async (chatId, html) => {
          messages += 1;
          await trip(20, 60);
          const outcome = channel.arrive(chatId, time.nowMs());
          if (outcome.status === "delivered") ledger.told(chatId, html, time.nowMs());
          await time.sleep(Math.round(40 + random() * 120));
          return outcome;
        },
      }),
      publisher: {
        publish: async (calls) => {
          await trip(20, 60);
          await queue.publish(calls);
        },
      },
      // Nobody waits for a share of the venues, and no venue is asked.
      env: {
        ZEROX_CALLS_PER_SECOND: 1_000_000,
        UNISWAP_CALLS_PER_SECOND: 1_000_000,
      } as Deps["env"],
      tables: loadedTables,
      modules: loadedModules,
    } as Partial<Deps> as Deps;
    await work(deps);
    await Promise.all(deferred);
    peakSubrequests = Math.max(peakSubrequests, subrequests);
  };
  const queue = createQueue(time, (published: QueuedCall) =>
    call((deps) => runPublished(deps, published)),
  );

  const operators = Array.from({ length: count }, (_, index): Operator => {
    const address: Hex = `0x${(index + 1).toString(16).padStart(40, "0")}`;
    sim.command(
      "MSET",
      keys.channels(address),
      "telegram",
      keys.pairing("telegram", address),
      JSON.stringify({ chatId: String(index + 1), vaults: [] }),
    );
    return { address, chatId: String(index + 1) };
  });
  const busy = Math.max(1, Math.round(count * BUSY_SHARE));
  const newOrder = ({ address }: Operator): TwapOrder =>
    orderFixture({
      id: nextId(),
      operatorAddress: address,
      vaultAddress: `0xf${address.slice(3)}`,
      intervalMinutes: 5,
      sliceCount: 24,
      createdAt: time.nowMs(),
      sliceBase: "2000000",
      totalBase: "48000000",
    });
  const played = operators.flatMap((operator, index): Played[] =>
    Array.from({ length: index < busy ? BUSY_ORDERS : 1 }, () => ({
      operator,
      order: newOrder(operator),
    })),
  );

  const write = (deps: Deps, told: readonly (readonly [Operator, Notification])[]) => {
    for (const [{ chatId }, { id, kind }] of told)
      ledger.written(
        chatId,
        id,
        !["slice_executed", "order_completed"].includes(kind),
        time.nowMs(),
      );
    const items = told.map(([, payload]) => ({
      id: payload.id,
      operator: "operator" in payload ? payload.operator : "",
      dueMs: time.nowMs(),
      payload,
    }));
    return addOutbox.run(deps.redis, keys, { requestId: deps.newId(), nowMs: time.nowMs(), items });
  };
  /**
   * What an order's slice tells; an order that came to its end, or paused, is followed by a new
   * one.
   */
  const slice = (of: Played, tickMs: number): (readonly [Operator, Notification])[] => {
    const { order, notifications } = applySliceOutcome(of.order, outcomeOf(random), tickMs, noDraw);
    of.order = order.active ? order : newOrder(of.operator);
    return notifications.map((notification) => [of.operator, notification] as const);
  };
  /** Some orders' slices in quarters of their time, as they end. */
  const slices = async (deps: Deps, of: readonly Played[], tickMs: number): Promise<void> => {
    const quarter = Math.ceil(of.length / 4);
    for (let part = 0; part < 4; part += 1) {
      await time.sleep(SHARD_MS / 4);
      const told = of
        .slice(part * quarter, (part + 1) * quarter)
        .flatMap((one) => slice(one, tickMs));
      if (told.length > 0) await write(deps, told);
    }
  };
  const operation = (operator: Operator) =>
    call(async (deps) => {
      const id = `operation:${deps.newId()}:waiting`;
      await write(deps, [[operator, operationOf(id, operator, time.nowMs())]]);
      await tellOperation(deps, operator.address);
    });

  const ticks = (hours * 3_600_000) / TICK_MS;
  for (let tick = 0; tick < ticks + LAST_TICKS; tick += 1) {
    const tickMs = T0 + tick * TICK_MS;
    const due = tick < ticks ? played : [];
    time.at(
      tickMs,
      () =>
        void call(async (deps) => {
          await slices(deps, due.slice(0, TICK_ORDERS), tickMs);
          await runTick(deps, { jti: `tick-${tick}` });
        }),
    );
    for (let shard = 0; TICK_ORDERS + shard * SHARD_ORDERS < due.length; shard += 1) {
      const from = TICK_ORDERS + shard * SHARD_ORDERS;
      time.at(
        tickMs + 1_000 + Math.floor(shard / SHARDS_AT_ONCE) * (SHARD_MS + 2_000),
        () =>
          void call(async (deps) => {
            await slices(deps, due.slice(from, from + SHARD_ORDERS), tickMs);
            await runShard(deps, {
              jti: `shard-${tick}-${shard}`,
              chainIds: [8453],
              shard,
              tick: tickMs,
            });
          }),
      );
    }
    if (tick < ticks)
      for (const operator of operators)
        if (random() < OPERATION_SHARE)
          time.at(tickMs + Math.floor(random() * TICK_MS), () => void operation(operator));
  }
  await time.playUntil(T0 + (ticks + LAST_TICKS) * TICK_MS);
  return {
    ...ledger.summary(),
    messages,
    ...channel.counts,
    queueMessages: queue.messages(),
    peakSubrequests,
    errors: sim.scriptErrors(),
    logged: Object.fromEntries(logged),
  };
}

const operationOf = (id: string, { address }: Operator, nowMs: number): Notification => ({
  kind: "operation_waiting",
  id,
  vault: address,
  chainId: 8453,
  operator: address,
  createdAt: nowMs,
  operationId: id.replaceAll(":", "_"),
  text: "Waits for your approval: swap 100 USDC for WETH.",
  expiresAt: nowMs + 180_000,
});

function outcomeOf(random: () => number): SliceOutcome {
  if (random() < FAILING_SHARE)
    return {
      kind: "failed",
      error:
        "NAV Shield: the swap would lower the vault's value by 6.1%, more than the 5% allowed.",
      code: "nav_shield_blocked",
      debugCall: {
        to: `0x${"a1".repeat(20)}`,
        from: `0x${"b2".repeat(20)}`,
        value: "0",
        data: `0x${"c3".repeat(900)}`,
      },
    };
  const digits = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join("");
  return {
    kind: "executed",
    sellBase: 2_000_000n,
    buyBase: 500_000_000_000_000n + BigInt(Math.floor(random() * 1e12)),
    estimated: false,
    hash: `0x${digits}` as Hex,
    blockNumber: 1_000_000n,
  };
}

/** mulberry32: the same seed, the same history. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
