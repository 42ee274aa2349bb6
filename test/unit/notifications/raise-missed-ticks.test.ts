import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { raiseMissedTicks } from "../../../src/notifications/raise-missed-ticks.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { Redis } from "../../../src/store/kernel/redis-port.ts";
import { createSimRedis } from "../../simulation/redis/create-sim-redis.ts";
import { telegramOver } from "../../support/telegram-over.ts";

const T0 = 1_788_220_800_000;
/** 1,100 messages take the channel 50 s. */
const BUDGET = { subrequests: 2_000, forMs: 60_000 };

function setUp(fails: (script: string) => boolean = () => false) {
  let nowMs = T0;
  const sim = createSimRedis({ nowMs: () => nowMs });
  const sent: string[] = [];
  const run: Redis["run"] = async (script, ...rest) => {
    if (fails(script.name)) throw new Error("no store");
    return sim.redis.run(script, ...rest);
  };
  const deps = {
    redis: { run },
    keys: createKeys("sx:unit:"),
    clock: { nowMs: () => nowMs },
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    publisher: undefined,
    newId: () => randomUUID(),
    log: () => undefined,
    channels: telegramOver({
      send: async (chatId: string) => {
        sent.push(chatId);
        return { status: "delivered" as const };
      },
    }),
  };
  return { sim, sent, raise: () => raiseMissedTicks(deps, T0 - 700_000, BUDGET) };
}

test("default: 1,100 operators are notified at once and only once, over many pages", async () => {
  const { sim, sent, raise } = setUp();
  const chats = Array.from({ length: 1_100 }, (_, i) => `chat-${i}`);
  chats.forEach((chatId, i) => {
    const operator = `0x${String(i).padStart(40, "0")}`;
    sim.command("ZADD", "sx:unit:operators-active", "0", operator);
    sim.command("SET", `sx:unit:channels:${operator}`, "telegram");
    sim.command("SET", `sx:unit:pairing:telegram:${operator}`, JSON.stringify({ chatId }));
    sim.command("SADD", `sx:unit:orders-operator:${operator}:twap`, "some:1");
  });
  await raise();
  expect(sent.toSorted()).toEqual(chats.toSorted());
  await raise();
  expect(sent).toHaveLength(1_100);
});

test("behavior: outbox is delivered though telling fails, failure is not swallowed", async () => {
  const { sim, sent, raise } = setUp((script) => script === "tell-missed-ticks");
  const operator = `0x${"ab".repeat(20)}`;
  sim.command("SET", `sx:unit:pairing:telegram:${operator}`, '{"chatId":"7"}');
  sim.command("HSET", "sx:unit:outbox:telegram", "n", JSON.stringify({ operator, payload: "{}" }));
  sim.command("RPUSH", `sx:unit:outbox-of:telegram:${operator}`, "n");
  sim.command("ZADD", "sx:unit:outbox-due:telegram", String(T0 - 1), operator);
  await expect(raise()).rejects.toThrow("no store");
  expect(sent).toEqual(["7"]);
});
