import { expect, test } from "vitest";
import { finishSlice } from "../../../src/store/orders/finish-slice.ts";
import { loadShown, putReplies } from "../../../src/store/outbox/put-replies.ts";
import { settleOutbox } from "../../../src/store/outbox/settle-outbox.ts";
import { takeOutbox } from "../../../src/store/outbox/take-outbox.ts";
import { addOutbox } from "./support/add-outbox.ts";
import { eachRedis } from "./support/each-redis.ts";
import { FREE_PACE } from "./support/free-pace.ts";
import { OF_TELEGRAM } from "./support/of-telegram.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { newAddress, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { confirmation, preparedOrder } from "./support/steps.ts";

const DAY = 86_400_000;
const LEASE = 1_000;
const NOTHING = { delivered: [], refused: [], failed: [], maxTries: 5 };

const chat7 = (operators: string[], nextMs: number, goesOn = false) => ({
  chats: [{ chatId: "7", operators, nextMs, goesOn }],
});

const pair = (store: TestStore, operator: string, record: unknown = { chatId: "7" }) =>
  pairTelegram(store, operator, typeof record === "string" ? record : JSON.stringify(record));
const add = (store: TestStore, operator: string, ids: string[], dueMs = T0) =>
  store.run(addOutbox, { items: ids.map((id) => ({ id, operator, dueMs, payload: id })) });
const addKind = (store: TestStore, operator: string, kind: string, ids: string[], dueMs = T0) =>
  store.run(addOutbox, { items: ids.map((id) => ({ id, operator, dueMs, payload: { kind } })) });
const itemOf = (operator: string, id: string) => ({ id, operator, dueMs: T0, payload: id });
const replyOf = (operator: string, id: string) => ({
  ...itemOf(operator, id),
  to: { channel: "telegram", chatId: "7" },
});
const take = (store: TestStore, nowMs: number, limit = 10) =>
  store.run(takeOutbox, { ...OF_TELEGRAM, nowMs, limit, leaseMs: LEASE, pace: FREE_PACE });
/** What a take gives, by chat. */
const taken = async (store: TestStore, nowMs: number, limit?: number) =>
  Object.fromEntries(
    (await take(store, nowMs, limit)).chats.map(({ chatId, items }) => [
      chatId,
      items.map(({ id }) => id),
    ]),
  );
const dropped = (store: TestStore, reason: string) =>
  store.command("HGET", store.keys.outboxDropped(), reason);

async function pairedOperator(
  store: TestStore,
  chatId: string,
  ids: string[],
  dueMs = T0,
): Promise<string> {
  const operator = newAddress();
  await pair(store, operator, { chatId });
  await add(store, operator, ids, dueMs);
  return operator;
}

eachRedis((redis) => {
  test("default: taken when due, again when the lease ends, and gone once delivered", async () => {
    const store = redis().store();
    const operator = newAddress();
    await pair(store, operator);
    const payload = { text: "é", list: [], none: null, big: 1e15 };
    await store.run(addOutbox, {
      items: [
        { id: "a", operator: operator.toUpperCase().replace("0X", "0x"), dueMs: T0, payload },
      ],
    });
    const items = [{ id: "a", operator, payload: JSON.stringify(payload), tries: 0 }];
    const chats = [{ chatId: "7", operators: [operator], items, cards: [] }];
    const nothing = { chats: [], unreadable: [], left: 0 };
    expect(await take(store, T0)).toMatchObject(nothing);
    expect(await take(store, T0 + 1)).toEqual({
      // The lease of this test ends soon.
      ...{ chats, unreadable: [], left: 0, againMs: LEASE + 1, waiting: false },
      leaseUntilMs: T0 + 1 + LEASE,
    });
    expect(await take(store, T0 + 1 + LEASE)).toMatchObject(nothing);
    const again = await take(store, T0 + 2 + LEASE);
    expect(again.chats).toEqual(chats);
    const settle = {
      ...NOTHING,
      ...chat7([operator], T0 + 5_000),
      leaseUntilMs: again.leaseUntilMs,
    };
    expect(
      await store.run(settleOutbox, {
        channel: "telegram",
        ...settle,
        delivered: ["a", "unknown"],
      }),
    ).toEqual({
      delivered: 1,
      dropped: 0,
      left: 0,
    });
    expect(
      await store.run(settleOutbox, { channel: "telegram", ...settle, delivered: ["a"] }),
    ).toEqual({
      delivered: 0,
      dropped: 0,
      left: 0,
    });
    expect(await taken(store, T0 + DAY)).toEqual({});
    const left = Object.keys(await store.snapshot())
      .filter((key) => key.startsWith("outbox"))
      .sort();
    expect(left).toEqual(["outbox-chat:telegram:7", "outbox-pace:telegram"]);
    expect(
      Number(await store.command("TTL", store.keys.outboxChat("telegram", "7"))),
    ).toBeGreaterThan(0);
  });

  test("default: a finished slice writes in it; delivery does not touch the order", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    await pair(store, slice.operator);
    await store.run(finishSlice, {
      ...confirmation(slice),
      outbox: [{ id: "n", operator: slice.operator, dueMs: T0, payload: 1 }],
    });
    const orders = async () =>
      Object.fromEntries(
        Object.entries(await store.snapshot()).filter(([key]) => !key.startsWith("outbox")),
      );
    const before = await orders();
    const { leaseUntilMs } = await take(store, T0 + 1);
    const settle = { ...NOTHING, ...chat7([slice.operator], T0 + 9), leaseUntilMs };
    await store.run(settleOutbox, { channel: "telegram", ...settle, delivered: ["n"] });
    expect(await orders()).toEqual(before);
  });

  test("behavior: the chat rests until its time, queue keeps order, failures count", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["a", "b", "c"]);
    const { leaseUntilMs } = await take(store, T0 + 1);
    const settle = { ...NOTHING, ...chat7([operator], T0 + 60_000), leaseUntilMs };
    await store.run(settleOutbox, {
      channel: "telegram",
      ...settle,
      delivered: ["a"],
      failed: ["b"],
    });
    await add(store, operator, ["d"]);
    expect(await taken(store, T0 + 60_000)).toEqual({});
    const { chats } = await take(store, T0 + 60_001);
    expect(chats[0]?.items.map(({ id, tries }) => [id, tries])).toEqual([
      ["b", 1],
      ["c", 0],
      ["d", 0],
    ]);
  });

  test("behavior: a chat that rests does not take what another operator has for it", async () => {
    const store = redis().store();
    const first = await pairedOperator(store, "7", ["a"]);
    const { leaseUntilMs } = await take(store, T0 + 1);
    const second = await pairedOperator(store, "7", ["b"]);
    await pairedOperator(store, "8", ["c"]);
    expect(await taken(store, T0 + 2)).toEqual({ 8: ["c"] });
    const settle = { ...NOTHING, ...chat7([first], T0 + 900), leaseUntilMs };
    await store.run(settleOutbox, { channel: "telegram", ...settle, delivered: ["a"] });
    await store.command("ZADD", store.keys.outboxDue("telegram"), T0, second);
    expect(await taken(store, T0 + 900)).toEqual({});
    expect(await taken(store, T0 + 901)).toEqual({ 7: ["b"] });
  });

  test("behavior: two operators of one chat are taken together", async () => {
    const store = redis().store();
    const first = await pairedOperator(store, "7", ["a", "b"], T0 - 2);
    const second = await pairedOperator(store, "7", ["c"], T0 - 1);
    const { chats } = await take(store, T0);
    expect(chats).toMatchObject([
      { chatId: "7", operators: [first, second], items: [{ id: "a" }, { id: "b" }, { id: "c" }] },
    ]);
  });

  test("behavior: 20 takers at once get each chat once, within the limit", async () => {
    const store = redis().store();
    for (let chat = 0; chat < 30; chat += 1) await pairedOperator(store, `${chat}`, [`n${chat}`]);
    const takes = await Promise.all(Array.from({ length: 20 }, () => take(store, T0 + 1, 2)));
    expect(takes.every(({ chats }) => chats.length <= 2)).toBe(true);
    const chats = takes.flatMap(({ chats }) => chats.map(({ chatId }) => chatId));
    expect([new Set(chats).size, chats.length]).toEqual([30, 30]);
  });

  test("behavior: one operator's full queue takes one place; others are served too", async () => {
    const store = redis().store();
    const ids = Array.from({ length: 150 }, (_, i) => `n${i}`);
    await pairedOperator(store, "1", ids, T0 - 9);
    await pairedOperator(store, "2", ["other"], T0);
    expect(await taken(store, T0 + 1, 2)).toEqual({ 1: ids.slice(0, 20), 2: ["other"] });
  });

  test("behavior: a late writer shortens no lease, but what it delivered is gone", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["a", "b"]);
    const late = await take(store, T0 + 1);
    const current = await take(store, late.leaseUntilMs + 1);
    expect(current.chats).toHaveLength(1);
    const settle = { ...NOTHING, ...chat7([operator], T0) };
    await store.run(settleOutbox, {
      channel: "telegram",
      ...settle,
      leaseUntilMs: late.leaseUntilMs,
      delivered: ["a"],
    });
    expect(await taken(store, current.leaseUntilMs)).toEqual({});
    expect(await taken(store, current.leaseUntilMs + 1)).toEqual({ 7: ["b"] });
  });

  const shownIn7 = async (store: TestStore) =>
    (await store.run(loadShown, { channel: "telegram", chatId: "7" })).shown;

  test("attack: a chat's last shown is unknown from lease to settling, however long", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["a", "b"]);
    const settle = (leaseUntilMs: number, shown?: string) => {
      const chats = [
        {
          chatId: "7",
          operators: [operator],
          nextMs: T0,
          goesOn: false,
          ...(shown !== undefined && { shown }),
        },
      ];
      return store.run(settleOutbox, { channel: "telegram", ...NOTHING, chats, leaseUntilMs });
    };
    const card = { atSec: 50, button: "approve:op_1" };
    const first = await take(store, T0 + 1);
    await settle(first.leaseUntilMs, JSON.stringify(card));
    expect(await shownIn7(store)).toEqual(card);
    const second = await take(store, T0 + 2);
    expect(second.chats).toHaveLength(1);
    expect(await shownIn7(store)).toBeNull();
    // Its Worker is gone: what it sent is not known after the lease either.
    const third = await take(store, second.leaseUntilMs + 1);
    expect(third.chats).toHaveLength(1);
    await settle(second.leaseUntilMs, JSON.stringify({ atSec: 60 }));
    expect(await shownIn7(store)).toBeNull();
    // Nothing was sent: as before, which is what the late one sent.
    await settle(third.leaseUntilMs);
    expect(await shownIn7(store)).toEqual({ atSec: 60 });
  });

  test("attack: a late delivery replaces no newer message, nor a possibly shown one", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["a", "b"]);
    const settle = (leaseUntilMs: number, shown: string) => {
      const chats = [{ chatId: "7", operators: [operator], nextMs: T0, goesOn: false, shown }];
      return store.run(settleOutbox, { channel: "telegram", ...NOTHING, chats, leaseUntilMs });
    };
    const old = JSON.stringify({ atSec: 50, button: "approve:op_1" });
    const late = await take(store, T0 + 1);
    const newer = await take(store, late.leaseUntilMs + 1);
    await settle(newer.leaseUntilMs, JSON.stringify({ atSec: 60 }));
    await settle(late.leaseUntilMs, old);
    expect(await shownIn7(store)).toEqual({ atSec: 60 });
    const unknown = await take(store, newer.leaseUntilMs + 1);
    await settle(unknown.leaseUntilMs, "");
    await settle(late.leaseUntilMs, old);
    expect(await shownIn7(store)).toBeNull();
  });

  test("behavior: refused is dropped at once, failing after many tries; both counted", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["bad", "lame", "good"]);
    const fail = async (ids: { failed?: string[]; refused?: string[] }, nowMs: number) => {
      const { leaseUntilMs } = await take(store, nowMs);
      const settle = { ...NOTHING, ...chat7([operator], nowMs), leaseUntilMs, maxTries: 2 };
      return store.run(settleOutbox, { channel: "telegram", ...settle, ...ids });
    };
    expect(await fail({ refused: ["bad"] }, T0 + 1)).toEqual({ delivered: 0, dropped: 1, left: 2 });
    expect(await fail({ failed: ["lame"] }, T0 + 2)).toEqual({ delivered: 0, dropped: 0, left: 2 });
    expect(await fail({ failed: ["lame"] }, T0 + 3)).toEqual({ delivered: 0, dropped: 1, left: 1 });
    expect(await taken(store, T0 + 4)).toEqual({ 7: ["good"] });
    expect([await dropped(store, "refused"), await dropped(store, "exhausted")]).toEqual([
      "1",
      "1",
    ]);
  });

  test("behavior: one operator's queue alone if due, chat free; tells if it waits", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["mine"], T0 + 100);
    await pairedOperator(store, "8", ["other"]);
    const only = (nowMs: number, of = operator) =>
      store.run(takeOutbox, {
        ...OF_TELEGRAM,
        nowMs,
        limit: 1,
        leaseMs: LEASE,
        pace: FREE_PACE,
        operator: of,
      });
    expect(await only(T0 + 100)).toMatchObject({ chats: [], waiting: true, left: 0 });
    expect(await only(T0 + 101, operator.toUpperCase().replace("0X", "0x"))).toMatchObject({
      chats: [{ chatId: "7", items: [{ id: "mine" }] }],
      waiting: true,
    });
    expect(await only(T0 + 102)).toMatchObject({ chats: [], waiting: true });
    expect(await only(T0 + 102, newAddress())).toMatchObject({ chats: [], waiting: false });
    expect(await taken(store, T0 + 103)).toEqual({ 8: ["other"] });
  });

  test("behavior: an id again does nothing; above 200 slices an operator's oldest go", async () => {
    const store = redis().store();
    await pairedOperator(store, "8", ["other"]);
    const ids = Array.from({ length: 205 }, (_, i) => `n${i}`);
    const operator = newAddress();
    await pair(store, operator, { chatId: "7" });
    await addKind(store, operator, "slice_executed", ids);
    await addKind(store, operator, "slice_executed", ["n204"], T0 + DAY);
    expect(
      await store.command("LRANGE", store.keys.outboxLaterOf("telegram", operator), 0, -1),
    ).toEqual(ids.slice(5));
    expect(await store.command("HLEN", store.keys.outbox("telegram"))).toBe(201);
    expect(
      JSON.parse(String(await store.command("HGET", store.keys.outbox("telegram"), "n204"))),
    ).toEqual({
      operator,
      payload: '{"kind":"slice_executed"}',
      ...{ later: true, makesRoom: true, card: "tells" },
    });
    expect(await dropped(store, "overflow")).toBe("5");
    expect(await taken(store, T0 + 1)).toEqual({ 7: ids.slice(5, 65), 8: ["other"] });
  });

  test("behavior: alarms keep places: a slice's message makes room only for its like", async () => {
    const store = redis().store();
    const operator = newAddress();
    await pair(store, operator, { chatId: "7" });
    const alarms = Array.from({ length: 150 }, (_, i) => `alarm${i}`);
    await addKind(store, operator, "slice_failed", alarms);
    await addKind(store, operator, "order_completed", ["end"]);
    await addKind(
      store,
      operator,
      "slice_executed",
      Array.from({ length: 300 }, (_, i) => `slice${i}`),
    );
    expect(await store.command("LRANGE", store.keys.outboxOf("telegram", operator), 0, -1)).toEqual(
      alarms,
    );
    // An order's end outlives its slices.
    expect(
      await store.command("LRANGE", store.keys.outboxLaterOf("telegram", operator), 0, 1),
    ).toEqual(["end", "slice101"]);
    expect(await dropped(store, "overflow")).toBe("101");
  });

  test("boundary: above 500 alarms a notice or answer makes room first, then oldest", async () => {
    const store = redis().store();
    const operator = newAddress();
    await pair(store, operator);
    await addKind(store, operator, "slice_failed", ["first"]);
    await addKind(store, operator, "operation_waiting", ["asked"]);
    await addKind(
      store,
      operator,
      "slice_failed",
      Array.from({ length: 500 }, (_, i) => `alarm${i}`),
    );
    const queue = () => store.command("LRANGE", store.keys.outboxOf("telegram", operator), 0, 1);
    expect(await queue()).toEqual(["alarm0", "alarm1"]);
    expect(await dropped(store, "overflow")).toBe("2");
    await addKind(store, operator, "of a later version", ["new"]);
    expect(await queue()).toEqual(["alarm1", "alarm2"]);
  });

  test("behavior: an alarm goes before orders only going on, however long they wait", async () => {
    const store = redis().store();
    for (let chat = 0; chat < 5; chat += 1) {
      const operator = newAddress();
      await pair(store, operator, { chatId: `later${chat}` });
      await addKind(store, operator, "slice_executed", [`s${chat}`], T0 - 9_000 + chat);
    }
    await pairedOperator(store, "alarm", ["a"]);
    expect(await taken(store, T0 + 1, 2)).toEqual({ alarm: ["a"], later0: ["s0"] });
    expect(await taken(store, T0 + 1, 2)).toEqual({ later1: ["s1"], later2: ["s2"] });
  });

  test("behavior: a partly served operator goes first; a failed sending is no part", async () => {
    const store = redis().store();
    const [first, second] = [newAddress(), newAddress()];
    await pair(store, first, { chatId: "7" });
    await pair(store, second, { chatId: "8" });
    await addKind(store, first, "slice_executed", ["a", "b", "c"], T0 - 9);
    await addKind(store, second, "slice_executed", ["d"], T0 - 8);
    const settle = async (goesOn: boolean, delivered: string[], nowMs: number) => {
      const { leaseUntilMs } = await take(store, nowMs, 1);
      const { chats } = chat7([first], nowMs + 3_000, goesOn);
      await store.run(settleOutbox, {
        channel: "telegram",
        ...NOTHING,
        chats,
        leaseUntilMs,
        delivered,
      });
    };
    await settle(true, ["a"], T0 + 1);
    expect((await take(store, T0 + 2_000, 0)).left).toBe(1);
    expect(await taken(store, T0 + 3_002, 1)).toEqual({ 7: ["b", "c"] });
    const lease = T0 + 3_002 + LEASE;
    const { chats } = chat7([first], lease + 3_000);
    await store.run(settleOutbox, {
      channel: "telegram",
      ...NOTHING,
      chats,
      leaseUntilMs: lease,
      failed: ["b"],
    });
    expect(await taken(store, lease + 3_001, 1)).toEqual({ 8: ["d"] });
  });

  test("behavior: an order's doings wait too, where the chat was just written to", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["answer"]);
    const { leaseUntilMs } = await take(store, T0 + 1);
    const { chats } = chat7([operator], T0 + 3_000);
    await store.run(settleOutbox, {
      channel: "telegram",
      ...NOTHING,
      chats,
      leaseUntilMs,
      delivered: ["answer"],
    });
    await addKind(store, operator, "order_completed", ["done"], T0 + 2_000);
    expect(await take(store, T0 + 2_001)).toMatchObject({ chats: [], againMs: 1_000 });
    expect(await taken(store, T0 + 3_001)).toEqual({ 7: ["done"] });
  });

  test("behavior: all takers together keep the channel's pace, told when to retry", async () => {
    const store = redis().store();
    for (let chat = 0; chat < 30; chat += 1) await pairedOperator(store, `${chat}`, [`n${chat}`]);
    const paced = (nowMs: number, limit = 4) =>
      store.run(takeOutbox, {
        ...OF_TELEGRAM,
        nowMs,
        limit,
        leaseMs: LEASE,
        pace: { everyMs: 45, atOnce: 6 },
      });
    const counts = async (nowMs: number, limit?: number) => {
      const { chats, againMs } = await paced(nowMs, limit);
      return [chats.length, againMs];
    };
    // Six at once, then one in 45 ms; a taker waits for as many as it asks for.
    expect(await counts(T0 + 1)).toEqual([4, 90]);
    expect(await counts(T0 + 1)).toEqual([0, 90]);
    expect(await counts(T0 + 90)).toEqual([0, 1]);
    expect(await counts(T0 + 91)).toEqual([4, 180]);
    expect(await counts(T0 + 91, 1)).toEqual([0, 45]);
    expect(await counts(T0 + 100_000, 30)).toEqual([0, 24 * 45]);
    expect(await counts(T0 + 100_000)).toEqual([4, 90]);
  });

  test("behavior: while the channel tells the bot to wait no chat is taken", async () => {
    const store = redis().store();
    const first = await pairedOperator(store, "7", ["a"]);
    await pairedOperator(store, "8", ["b"]);
    const { leaseUntilMs } = await take(store, T0 + 1, 1);
    const { chats } = chat7([first], T0 + 5_000);
    await store.run(settleOutbox, {
      channel: "telegram",
      ...NOTHING,
      chats,
      leaseUntilMs,
      nowMs: T0 + 1,
      restUntilMs: T0 + 30_000,
    });
    const paced = (nowMs: number) =>
      store.run(takeOutbox, {
        ...OF_TELEGRAM,
        nowMs,
        limit: 1,
        leaseMs: LEASE,
        pace: { everyMs: 45, atOnce: 1 },
      });
    expect(await paced(T0 + 29_999)).toMatchObject({ chats: [], left: 2 });
    expect((await paced(T0 + 30_000)).chats).toHaveLength(1);
  });

  test("behavior: an operator paired no more is not notified; what waited is counted", async () => {
    const store = redis().store();
    await add(store, newAddress(), ["a", "b"]);
    expect(await taken(store, T0 + 1)).toEqual({});
    expect(await dropped(store, "unpaired")).toBe("2");
    expect(Object.keys(await store.snapshot())).toEqual(["outbox-dropped"]);
  });

  test("behavior: one chat's messages go there or nowhere, however many stand first", async () => {
    const store = redis().store();
    const operator = newAddress();
    await pair(store, operator, { chatId: "8" });
    const ids = Array.from({ length: 45 }, (_, i) => `to7-${i}`);
    const items = ids.map((id) => ({
      id,
      operator,
      dueMs: T0,
      payload: id,
      to: { channel: "telegram", chatId: "7" },
    }));
    await store.run(addOutbox, {
      items: [
        ...items,
        { ...itemOf(operator, "to8"), to: { channel: "telegram", chatId: "8" } },
        itemOf(operator, "any"),
      ],
    });
    expect(await taken(store, T0 + 1)).toEqual({ 8: ["to8", "any"] });
    expect(await dropped(store, "unpaired")).toBe("45");
  });

  test("behavior: above half of the cap answers are not kept: notifications' room", async () => {
    const store = redis().store();
    const operator = newAddress();
    await pair(store, operator);
    await add(
      store,
      operator,
      Array.from({ length: 98 }, (_, i) => `n${i}`),
    );
    const put = (...ids: string[]) =>
      store.run(putReplies, { channel: "telegram", items: ids.map((id) => replyOf(operator, id)) });
    expect(await put("a", "b", "c")).toEqual({ put: 0 });
    expect(await put("d", "e")).toEqual({ put: 2 });
    expect(await put("f")).toEqual({ put: 0 });
    // The same answer again is known, and stays.
    expect(await put("d", "e")).toEqual({ put: 2 });
    expect(await put()).toEqual({ put: 0 });
    expect(await store.command("LLEN", store.keys.outboxOf("telegram", operator))).toBe(100);
  });

  test.each(["no json", '"7"', "{}", '{"chatId":""}', '{"chatId":null}'])(
    "error: a pairing that reads %s is not taken for none: its queue waits, others are served",
    async (record) => {
      const store = redis().store();
      const operator = newAddress();
      await pair(store, operator, record);
      await add(store, operator, ["a"], T0 - 1);
      await pairedOperator(store, "8", ["other"]);
      const first = await take(store, T0 + 1);
      expect(first).toMatchObject({ unreadable: [operator], chats: [{ chatId: "8" }] });
      await pair(store, operator, { chatId: 1_234_567_890_123 });
      expect(await taken(store, first.leaseUntilMs)).toEqual({});
      expect(await taken(store, first.leaseUntilMs + 1)).toMatchObject({ 1234567890123: ["a"] });
    },
  );

  test("behavior: no record, an unreadable one and an empty queue leave the outbox", async () => {
    const store = redis().store();
    const operator = await pairedOperator(store, "7", ["a", "b", "c"]);
    await store.command("HDEL", store.keys.outbox("telegram"), "a");
    await store.command("HSET", store.keys.outbox("telegram"), "b", "no json");
    const ghost = newAddress();
    await pair(store, ghost, { chatId: "9" });
    await store.command("ZADD", store.keys.outboxDue("telegram"), T0 - 5, ghost);
    expect(await taken(store, T0 + 1)).toEqual({ 7: ["c"] });
    expect(await store.command("LRANGE", store.keys.outboxOf("telegram", operator), 0, -1)).toEqual(
      ["c"],
    );
    expect(await store.command("ZRANGE", store.keys.outboxDue("telegram"), 0, -1)).toEqual([
      operator,
    ]);
  });

  test("behavior: long payloads bound a take, never keep one from being delivered", async () => {
    const store = redis().store();
    const operators = await Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        const operator = newAddress();
        await pair(store, operator, { chatId: `${i}` });
        const items = [0, 1, 2].map((n) => ({
          id: `${i}.${n}`,
          operator,
          dueMs: T0 + i - 9,
          payload: "x".repeat(150_000),
        }));
        await store.run(addOutbox, { items });
        return operator;
      }),
    );
    const first = await take(store, T0 + 1);
    expect(first.chats.map(({ items }) => items.map(({ id }) => id))).toEqual([["0.0"], ["1.0"]]);
    expect(first.left).toBe(2);
    const second = await take(store, T0 + 2);
    expect(second.chats.map(({ operators: of }) => of[0])).toEqual(operators.slice(2));
  });
});
