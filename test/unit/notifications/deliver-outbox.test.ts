import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deliverOutbox } from "../../../src/notifications/deliver-and-publish.ts";
import { settleOutbox } from "../../../src/store/outbox/settle-outbox.ts";
import { visibleId } from "../../../src/telegram/escape-html.ts";
import type { Messenger, SendOutcome } from "../../../src/telegram/telegram-messenger.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { addOutbox } from "../store/support/add-outbox.ts";
import { eachRedis } from "../store/support/each-redis.ts";
import { pairTelegram } from "../store/support/pair-telegram.ts";
import { newAddress, T0 } from "../store/support/records.ts";
import type { TestStore } from "../store/support/start-store.ts";

const TICK = 300_000;
const BUDGET = { subrequests: 160, forMs: 15_000 };
const DELIVERED: SendOutcome = { status: "delivered" };
const UNKNOWN: SendOutcome = { status: "unknown", reason: "TimeoutError" };

type Sent = { chatId: string; html: string; atMs: number; outcome: SendOutcome };
/** Says what becomes of a sending; `sendings` counts from 0. */
type Channel = (sending: { chatId: string; html: string; sendings: number }) => SendOutcome;

/** A store with a clock of its own and a channel that remembers every request. */
function setUp(store: TestStore, channel: Channel = () => DELIVERED) {
  let nowMs = T0 + 1;
  const sent: Sent[] = [];
  const logged: string[] = [];
  const messenger: Pick<Messenger, "send"> = {
    send: async (chatId, html) => {
      const outcome = channel({ chatId, html, sendings: sent.length });
      sent.push({ chatId, html, atMs: nowMs, outcome });
      return outcome;
    },
  };
  const deps = {
    redis: store.redis,
    keys: store.keys,
    clock: { nowMs: () => nowMs },
    newId: () => randomUUID(),
    log: (event: string) => void logged.push(event),
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    channels: telegramOver(messenger),
  };
  return {
    deps,
    sent,
    logged,
    deliver: async (budget = BUDGET) => (await deliverOutbox(deps, budget)).summary,
    pass: (ms: number) => {
      nowMs += ms;
    },
    pair: async (chatId: string) => {
      const operator = newAddress();
      await pairTelegram(store, operator, JSON.stringify({ chatId }));
      return operator;
    },
    add: (operator: string, ids: string[], lastError = "no route") =>
      store.run(addOutbox, {
        items: ids.map((id) => ({
          id,
          operator,
          dueMs: nowMs - 1,
          payload: pausedOf(id, operator, lastError),
        })),
      }),
    /** No queue waits or is leased. */
    isEmpty: async () =>
      (await store.command(
        "EXISTS",
        store.keys.outboxDue("telegram"),
        store.keys.outboxLater("telegram"),
        store.keys.outbox("telegram"),
      )) === 0,
  };
}

const pausedOf = (id: string, operator: string, lastError: string) => ({
  kind: "order_auto_paused",
  id,
  vault: newAddress(),
  chainId: 8453,
  operator,
  createdAt: T0,
  orderId: 1,
  sliceNumber: 3,
  progress: "2/5",
  consecutiveFailures: 3,
  lastError,
});

/** Which of these ids a message shows, in its order. */
async function idsIn(html: string, ids: readonly string[]): Promise<string[]> {
  const places = await Promise.all(
    ids.map(async (id) => ({ id, at: html.indexOf(`<code>${await visibleId(id)}</code>`) })),
  );
  return places
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id);
}

const numbered = (count: number, prefix = "n") =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

eachRedis((redis) => {
  test("default: all due for a chat is one message with visible ids; then nothing", async () => {
    const { deliver, pair, add, sent, isEmpty } = setUp(redis().store());
    await add(await pair("7"), ["a", "b"]);
    await add(await pair("8"), ["c"]);
    expect(await deliver()).toEqual({ told: 3, dropped: 0, failed: 0, left: 0 });
    expect(sent.map(({ chatId }) => chatId).sort()).toEqual(["7", "8"]);
    expect(
      await idsIn(sent.find(({ chatId }) => chatId === "7")?.html ?? "", ["b", "a", "c"]),
    ).toEqual(["a", "b"]);
    expect(await deliver()).toEqual({ told: 0, dropped: 0, failed: 0, left: 0 });
    expect(sent).toHaveLength(2);
    expect(await isEmpty()).toBe(true);
  });

  test("default: without a channel nothing is taken, and the store is not asked", async () => {
    const store = redis().store();
    const { deps, pair, add } = setUp(store);
    await add(await pair("7"), ["a"]);
    const before = await store.snapshot();
    redis().proxy.reset();
    expect(
      await deliverOutbox({ ...deps, channels: telegramOver(undefined) }, BUDGET),
    ).toMatchObject({
      summary: { told: 0 },
    });
    expect(redis().proxy.log()).toEqual([]);
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: delivery keeps budget, two trips for four messages, next goes on", async () => {
    const { deliver, pair, add, sent } = setUp(redis().store());
    for (const id of numbered(25)) await add(await pair(id), [id]);
    redis().proxy.reset();
    expect(await deliver({ ...BUDGET, subrequests: 30 })).toMatchObject({ told: 16, left: 9 });
    expect(redis().proxy.log()).toHaveLength(2 * 4);
    expect(await deliver(BUDGET)).toMatchObject({ told: 9, left: 0 });
    expect(new Set(sent.map(({ chatId }) => chatId)).size).toBe(25);
  });

  test("behavior: after its time a delivery takes no more", async () => {
    const { deliver, pair, add, pass } = setUp(redis().store(), () => {
      pass(1_000);
      return DELIVERED;
    });
    for (const id of numbered(30)) await add(await pair(id), [id]);
    expect(await deliver({ ...BUDGET, forMs: 15_000 })).toMatchObject({ told: 16, left: 14 });
  });

  test("behavior: a long queue goes in order, one message in three seconds, once", async () => {
    const { deliver, pair, add, sent, pass, isEmpty } = setUp(redis().store());
    const ids = numbered(60);
    await add(await pair("7"), ids, "x".repeat(400));
    for (let round = 0; !(await isEmpty()) && round < 100; round += 1) {
      await deliver();
      pass(500);
    }
    expect((await Promise.all(sent.map(({ html }) => idsIn(html, ids)))).flat()).toEqual(ids);
    sent.slice(1).forEach(({ atMs }, i) => {
      expect(atMs - (sent[i]?.atMs ?? 0)).toBeGreaterThan(3_000);
    });
    expect(sent.every(({ html }) => html.length <= 4_096)).toBe(true);
    expect(sent.length).toBeLessThan(12);
  });

  test("behavior: five deliveries at once send each message once", async () => {
    const { deliver, pair, add, sent } = setUp(redis().store());
    for (const id of numbered(15)) await add(await pair(id), [id]);
    const ends = await Promise.all(numbered(5).map(() => deliver()));
    expect(ends.reduce((sum, { told }) => sum + told, 0)).toBe(15);
    expect(new Set(sent.map(({ chatId }) => chatId)).size).toBe(15);
    expect(sent).toHaveLength(15);
  });

  test("behavior: a chat asking to wait is left alone that long; nothing has failed", async () => {
    const { deliver, pair, add, sent, pass } = setUp(redis().store(), ({ sendings }) =>
      sendings === 0 ? { status: "retry_after", seconds: 600 } : DELIVERED,
    );
    await add(await pair("7"), ["a"]);
    expect(await deliver()).toEqual({ told: 0, dropped: 0, failed: 1, left: 0 });
    pass(595_000);
    await deliver();
    expect(sent).toHaveLength(1);
    pass(5_001);
    expect(await deliver()).toMatchObject({ told: 1 });
  });

  test("attack: a chat written too often, waiting every tick, holds no other back", async () => {
    const { deliver, pair, add, sent } = setUp(redis().store(), ({ chatId }) =>
      chatId === "n0" ? { status: "retry_after", seconds: 30 } : DELIVERED,
    );
    for (const id of numbered(25)) await add(await pair(id), [id]);
    expect(await deliver()).toEqual({ told: 24, dropped: 0, failed: 1, left: 0 });
    expect(sent).toHaveLength(25);
  });

  test("behavior: a channel asking everybody to wait is asked for four chats only", async () => {
    const { deliver, pair, add, sent } = setUp(redis().store(), () => ({
      status: "retry_after",
      seconds: 30,
    }));
    for (const id of numbered(15)) await add(await pair(id), [id]);
    expect(await deliver()).toEqual({ told: 0, dropped: 0, failed: 4, left: 11 });
    expect(sent).toHaveLength(4);
  });

  test("behavior: a channel asking two or more chats to wait gets nothing until then", async () => {
    const { deliver, pair, add, sent, pass } = setUp(redis().store(), ({ sendings }) =>
      sendings < 4 ? { status: "retry_after", seconds: 40 } : DELIVERED,
    );
    for (const id of numbered(15)) await add(await pair(id), [id]);
    await deliver();
    pass(39_000);
    // It waits for the last second, and the four chats of before for their own.
    expect(await deliver({ ...BUDGET, forMs: 500 })).toMatchObject({ told: 0, left: 11 });
    expect(sent).toHaveLength(4);
    pass(1_000);
    expect(await deliver()).toMatchObject({ told: 15, left: 0 });
    expect(sent[4]!.atMs - sent[3]!.atMs).toBeGreaterThanOrEqual(40_000);
  });

  test("behavior: the channel as a whole gets no more than 28 messages in any second", async () => {
    const { deliver, pair, add, sent } = setUp(redis().store());
    for (const id of numbered(90)) await add(await pair(id), [id]);
    await deliver();
    expect(sent).toHaveLength(90);
    for (const { atMs } of sent)
      expect(
        sent.filter((one) => one.atMs >= atMs && one.atMs < atMs + 1_000).length,
      ).toBeLessThanOrEqual(28);
  });

  test("behavior: one delivery sends a chat's waiting messages, three seconds apart", async () => {
    const { deliver, pair, add, sent, isEmpty } = setUp(redis().store());
    await add(await pair("7"), numbered(30), "x".repeat(400));
    await add(await pair("8"), ["other"]);
    await deliver();
    expect(await isEmpty()).toBe(true);
    expect(sent.filter(({ chatId }) => chatId === "7").length).toBeGreaterThan(3);
  });

  test("behavior: a blocked chat ends what it had, stays paired, holds no other back", async () => {
    const store = redis().store();
    const { deliver, pair, add, logged } = setUp(store, ({ chatId }) =>
      chatId === "7" ? { status: "refused", what: "chat", reason: "403 Forbidden" } : DELIVERED,
    );
    const blocked = await pair("7");
    await add(blocked, ["a", "b"]);
    await add(await pair("8"), ["c"]);
    expect(await deliver()).toEqual({ told: 1, dropped: 2, failed: 0, left: 0 });
    expect(logged).toContain("message_refused");
    expect(await store.command("EXISTS", store.keys.pairing("telegram", blocked))).toBe(1);
    expect(await store.command("HGET", store.keys.outboxDropped(), "refused")).toBe("2");
  });

  test("behavior: a text that the channel cannot read ends only itself", async () => {
    const { deliver, pair, add, sent, pass } = setUp(redis().store(), ({ html }) =>
      html.includes("poison")
        ? { status: "refused", what: "content", reason: "400 can't parse" }
        : DELIVERED,
    );
    const operator = await pair("7");
    await add(operator, ["a"]);
    await add(operator, ["b"], "poison");
    await add(operator, ["c", "d"]);
    for (let tick = 0; tick < 4; tick += 1) {
      await deliver();
      pass(TICK);
    }
    const taken = sent.filter(({ outcome }) => outcome.status === "delivered");
    expect(
      (await Promise.all(taken.map(({ html }) => idsIn(html, ["a", "b", "c", "d"])))).flat(),
    ).toEqual(["a", "c", "d"]);
  });

  test("behavior: a channel that is down is asked for four chats, not for all", async () => {
    const { deliver, pair, add, sent } = setUp(redis().store(), () => UNKNOWN);
    for (const id of numbered(15)) await add(await pair(id), [id]);
    expect(await deliver()).toEqual({ told: 0, dropped: 0, failed: 4, left: 11 });
    expect(sent).toHaveLength(4);
  });

  test("behavior: a channel down a day costs one sending each half hour, keeping all", async () => {
    const { deliver, pair, add, sent, pass } = setUp(redis().store(), ({ sendings }) =>
      sendings < 49 ? UNKNOWN : DELIVERED,
    );
    await add(await pair("7"), ["a"]);
    // Ticks at 0, 5, 10, 15, 20, 30 and 50 minutes (waits of 30 s, 1, 2, 4, 8 and 16 minutes), then
    // each 30.
    for (let minutes = 0; minutes < 22 * 60; minutes += 5) {
      await deliver();
      pass(TICK);
    }
    expect(sent).toHaveLength(7 + 42);
    for (let tick = 0; tick < 40; tick += 1) {
      await deliver();
      pass(TICK);
    }
    expect(sent.at(-1)?.outcome).toEqual(DELIVERED);
  }, 240_000);

  test("behavior: sent but unwritten: resent when the lease ends, same visible id", async () => {
    const store = redis().store();
    const { deps, deliver, pair, add, sent, pass, logged, isEmpty } = setUp(store);
    await add(await pair("7"), ["a"]);
    const broken = {
      ...deps,
      redis: {
        run: (...args: Parameters<typeof deps.redis.run>) =>
          args[0].name === settleOutbox.name
            ? Promise.reject(new Error("gone"))
            : deps.redis.run(...args),
      },
    };
    expect((await deliverOutbox(broken, BUDGET)).summary).toMatchObject({ told: 0, failed: 1 });
    expect(logged).toContain("outbox_error");
    await deliver();
    expect(sent).toHaveLength(1);
    pass(60_001);
    await deliver();
    expect(sent.map(({ html }) => html)).toEqual([sent[0]?.html, sent[0]?.html]);
    expect(await isEmpty()).toBe(true);
  });

  test("error: a channel that throws stops neither the others nor the delivery", async () => {
    const { deliver, pair, add } = setUp(redis().store(), ({ chatId }) => {
      if (chatId === "7") throw new Error("boom");
      return DELIVERED;
    });
    await add(await pair("7"), ["a"]);
    await add(await pair("8"), ["b"]);
    expect(await deliver()).toMatchObject({ told: 1, failed: 1 });
  });

  test("property: whatever fails, nothing is lost, nothing acknowledged goes twice", async () => {
    const fault = fc.constantFrom<(SendOutcome & { isShown?: boolean }) | undefined>(
      undefined,
      undefined,
      UNKNOWN,
      { ...UNKNOWN, isShown: true },
      { status: "retry_after", seconds: 400 },
    );
    const history = fc.record({
      faults: fc.array(fault, { maxLength: 60 }),
      chats: fc.array(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }), {
        minLength: 1,
        maxLength: 4,
      }),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ faults, chats }) => {
        const { deliver, pair, add, sent, pass, isEmpty } = setUp(
          redis().store(),
          ({ sendings }) => faults[sendings] ?? DELIVERED,
        );
        const ids = chats.map((lengths, chat) => lengths.map((_, i) => `${chat}.${i}`));
        for (const [chat, lengths] of chats.entries()) {
          const operator = await pair(String(chat));
          for (const [i, length] of lengths.entries())
            await add(operator, [`${chat}.${i}`], "x".repeat(length));
        }
        for (let tick = 0; !(await isEmpty()) && tick < 400; tick += 1) {
          await deliver();
          pass(TICK);
        }
        expect(await isEmpty()).toBe(true);
        for (const [chat, all] of ids.entries()) {
          const messages = sent.filter(({ chatId }) => chatId === String(chat));
          const acknowledged: string[] = [];
          for (const { html, outcome } of messages) {
            const told = await idsIn(html, all);
            expect(told.filter((id) => acknowledged.includes(id))).toEqual([]);
            if (outcome.status === "delivered") acknowledged.push(...told);
          }
          expect(acknowledged).toEqual(all);
        }
      }),
      { numRuns: 12 },
    );
  }, 240_000);
});
