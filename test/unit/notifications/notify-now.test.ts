import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { notifyNow } from "../../../src/notifications/notify-now.ts";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { SendOutcome } from "../../../src/telegram/telegram-messenger.ts";
import { createSimRedis } from "../../simulation/redis/create-sim-redis.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { addOutbox } from "../store/support/add-outbox.ts";
import { newAddress, T0 } from "../store/support/records.ts";

const OPERATION = newAddress();

/** 50 chats that wait since before, and an operator whose operation was opened just now. */
async function setUp(outcome: SendOutcome = { status: "delivered" }) {
  let nowMs = T0;
  const sim = createSimRedis({ nowMs: () => nowMs });
  const keys = createKeys("sx:");
  const sent: { chatId: string; html: string }[] = [];
  const published: QueuedCall[] = [];
  const deps = {
    redis: sim.redis,
    keys,
    clock: { nowMs: () => nowMs },
    newId: () => randomUUID(),
    log: () => undefined,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    channels: telegramOver({
      send: async (chatId: string, html: string) => {
        sent.push({ chatId, html });
        return outcome;
      },
    }),
    publisher: { publish: async (calls: readonly QueuedCall[]) => void published.push(...calls) },
  };
  const add = async (operator: string, chatId: string, kind: string, dueMs: number) => {
    sim.command(
      "MSET",
      keys.channels(operator),
      "telegram",
      keys.pairing("telegram", operator),
      JSON.stringify({ chatId }),
    );
    const payload = { kind, id: chatId, operator };
    const call = {
      requestId: randomUUID(),
      nowMs: T0,
      items: [{ id: chatId, operator, dueMs, payload }],
    };
    await addOutbox.run(sim.redis, keys, call);
  };
  for (let chat = 0; chat < 50; chat += 1)
    await add(newAddress(), `alarm${chat}`, "slice_failed", T0 - 60_000);
  await add(OPERATION, "7", "operation_waiting", T0);
  return { sent, published, tell: () => notifyNow(deps, OPERATION) };
}

test("behavior: an operation's notice goes to its operator at once, before others", async () => {
  const { sent, published, tell } = await setUp();
  await tell();
  expect(sent.map(({ chatId }) => chatId)).toEqual(["7"]);
  expect(published).toEqual([]);
});

test("behavior: what a channel left is retried once chat allows, in three minutes", async () => {
  const { sent, published, tell } = await setUp({ status: "unknown", reason: "TimeoutError" });
  await tell();
  expect(sent).toHaveLength(1);
  expect(published).toMatchObject([{ path: "/api/internal/outbox" }]);
  expect(published[0]?.delaySec).toBeGreaterThanOrEqual(30);
  expect(published[0]?.delaySec).toBeLessThanOrEqual(46);
});
