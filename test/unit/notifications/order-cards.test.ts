import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTelegramHtml } from "../../../local/messaging/parse-telegram-html.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { deliverOutbox } from "../../../src/notifications/deliver-and-publish.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import type { InlineKeyboard } from "../../../src/telegram/order-button.ts";
import type { SendOutcome } from "../../../src/telegram/telegram-messenger.ts";
import { newOrders } from "../../support/new-orders.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { addOutbox } from "../store/support/add-outbox.ts";
import { eachRedis } from "../store/support/each-redis.ts";
import { pairTelegram } from "../store/support/pair-telegram.ts";
import { newAddress, newHash, orderOf, T0 } from "../store/support/records.ts";
import type { TestStore } from "../store/support/start-store.ts";

const BUDGET = { subrequests: 160, forMs: 60_000 };
const DELIVERED: SendOutcome = { status: "delivered" };
const GONE: SendOutcome = {
  status: "refused",
  what: "message",
  reason: "400 message to edit not found",
};
const UNKNOWN: SendOutcome = { status: "unknown", reason: "no answer" };
const PLAIN: SendOutcome = {
  status: "refused",
  what: "content",
  reason: "400 can't parse entities",
};

/** Carried out, and the answer is lost. */
const ACCEPTED: SendOutcome = { status: "unknown", reason: "the answer was lost" };

const saidOf = (outcome: SendOutcome): string =>
  outcome.status === "refused" ? `refused ${outcome.what}` : outcome.status;

type Message = { id: number; html: string; keyboard?: InlineKeyboard | undefined; edits: number };

/**
 * One operator with order 7, which sells 60 USDC in six slices, and a chat whose messages can be
 * edited.
 */
async function setUp(store: TestStore) {
  let nowMs = T0 + 1;
  let next: (kind: "send" | "edit") => SendOutcome = () => DELIVERED;
  const operator = newAddress();
  const vault = newAddress();
  const messages: Message[] = [];
  const calls: string[] = [];
  await pairTelegram(store, operator, JSON.stringify({ chatId: "7" }));
  const orderIs = (changes: Partial<TwapOrder>) => {
    const order = {
      ...orderOf(vault, operator, {
        sellSymbol: "USDC",
        totalAmount: "60",
        sliceCount: 6,
        ...changes,
      }),
      id: 7,
    };
    return store.command("HSET", store.keys.order(vault, 7), "json", JSON.stringify(order));
  };
  await orderIs({});
  const after = (done: number): Partial<TwapOrder> => ({
    ...{ slicesExecuted: done, anchorMs: T0, pointIndex: done },
    ...{ amountSpent: String(done * 10), spentBase: String(done * 10_000_000) },
    ...{ totalBought: `0.00${done * 4}`, boughtBase: `${done * 4}000000000000000` },
  });
  const notify = (kind: string, id: string, more: object = {}) =>
    store.run(addOutbox, {
      items: [
        {
          ...{ id, operator, dueMs: nowMs - 1 },
          payload: {
            kind,
            id,
            vault,
            chainId: 8453,
            operator,
            createdAt: nowMs,
            orderId: 7,
            ...more,
          },
        },
      ],
    });
  const deps = {
    ...{
      redis: store.redis,
      keys: store.keys,
      clock: { nowMs: () => nowMs },
      newId: () => randomUUID(),
    },
    log: () => undefined,
    sleep: async (ms: number) => {
      nowMs += ms;
    },
    channels: telegramOver({
      send: async (_chatId: string, html: string, keyboard?: InlineKeyboard) => {
        const outcome = next("send");
        calls.push(`send ${saidOf(outcome)}`);
        if (outcome.status !== "delivered" && outcome !== ACCEPTED) return outcome;
        messages.push({ id: messages.length + 100, html, keyboard, edits: 0 });
        return outcome === ACCEPTED
          ? outcome
          : { status: "delivered" as const, messageId: messages.length + 99 };
      },
      edit: async (_chatId: string, messageId: number, html: string, keyboard?: InlineKeyboard) => {
        const outcome = next("edit");
        calls.push(`edit ${saidOf(outcome)}`);
        const message = messages.find(({ id }) => id === messageId);
        if (message === undefined) return GONE;
        if (outcome.status === "delivered" || outcome === ACCEPTED)
          Object.assign(message, { html, keyboard, edits: message.edits + 1 });
        return outcome;
      },
    }),
  };
  return {
    ...{ store, messages, calls, orderIs, notify, vault, operator },
    /** A slice was executed, and its notification written with the order. */
    slice: async (done: number) => {
      await orderIs({ ...after(done), ...(done === 6 && { status: "completed", active: false }) });
      await notify("slice_executed", `slice:${vault}:${done}`, {
        ...{
          sliceNumber: done,
          progress: `${done}/6`,
          sellAmount: "10",
          sellSymbol: "USDC",
          buyAmount: "0.004",
        },
        ...{ buySymbol: "ETH", estimated: false, hash: newHash(), blockNumber: "1" },
        explorerUrl: `https://basescan.org/tx/${newHash()}`,
      });
    },
    after,
    pass: (ms: number) => {
      nowMs += ms;
    },
    deliver: () => deliverOutbox(deps, BUDGET),
    channelIs: (then: typeof next) => {
      next = then;
    },
    isEmpty: async () =>
      (await store.command(
        "EXISTS",
        store.keys.outboxDue("telegram"),
        store.keys.outboxLater("telegram"),
        store.keys.outbox("telegram"),
      )) === 0,
  };
}

eachRedis((redis) => {
  const world = () => setUp(redis().store());

  test("default: an order has one message, edited as slices run, with what is next", async () => {
    const { slice, deliver, messages, calls, vault, isEmpty } = await world();
    await slice(1);
    await deliver();
    await slice(2);
    await deliver();
    expect(calls).toEqual(["send delivered", "edit delivered"]);
    expect(messages).toHaveLength(1);
    const [{ html, keyboard }] = messages as [Message];
    expect(parseTelegramHtml(html)).toMatchObject({ ok: true });
    expect(html.split("\n").slice(0, 5)).toEqual([
      "▶️ <b>TWAP #7</b> sell 60 USDC for ETH",
      "▰▰▰▱▱▱▱▱▱▱ 2/6, running",
      "Sold 20 USDC, bought 0.008 ETH",
      "Average price: 1 ETH = 2500 USDC",
      "Next slice: 2026-09-01 00:10 UTC",
    ]);
    expect(html).toContain("slice executed (2/6)");
    expect(html).toContain("https://basescan.org/tx/0x");
    expect(keyboard?.inline_keyboard[0]?.map(({ callback_data }) => callback_data)).toEqual([
      `p:6it:${vault.slice(2)}:7`,
      `c:6it:${vault.slice(2)}:7`,
    ]);
    expect(await isEmpty()).toBe(true);
  });

  test("behavior: slices that waited are one edit; the end is a message, buttons go", async () => {
    const { slice, notify, deliver, messages, vault, isEmpty } = await world();
    await slice(1);
    await deliver();
    for (const done of [2, 3, 4, 5, 6]) await slice(done);
    await notify("order_completed", `done:${vault}`, {
      ...{
        sliceNumber: 6,
        progress: "6/6",
        totalSpent: "60",
        sellSymbol: "USDC",
        totalBought: "0.024",
        buySymbol: "ETH",
      },
      ...{ estimated: false, broadcast: true },
    });
    await deliver();
    const [card, end] = messages as [Message, Message];
    expect(messages).toHaveLength(2);
    expect(card.edits).toBe(1);
    expect(card.html).toContain("🏁 <b>TWAP #7</b>");
    expect(card.html).toContain("▰▰▰▰▰▰▰▰▰▰ 6/6, completed");
    expect(card.html).toContain("slices 2-6 of 6 executed");
    expect(card.html.match(/<code>#[0-9a-f]{8}<\/code>/g)).toHaveLength(5);
    expect(card.keyboard?.inline_keyboard.flat().map(({ text }) => text)).toEqual(["🔎 Details"]);
    expect(end.html).toContain("completed (6/6)");
    expect(await isEmpty()).toBe(true);
  });

  test("behavior: a failure is told alone, first, its order's card seen in that step", async () => {
    const { slice, notify, orderIs, after, deliver, messages, calls, vault } = await world();
    await slice(2);
    await deliver();
    await orderIs({ ...after(2), status: "auto_paused", active: false });
    await notify("order_auto_paused", `auto:${vault}`, {
      ...{ sliceNumber: 3, progress: "2/6", consecutiveFailures: 3, lastError: "no route" },
    });
    await deliver();
    expect(calls).toEqual(["send delivered", "send delivered", "edit delivered"]);
    expect(messages[1]?.html).toContain("paused (2/6)");
    expect(messages[0]?.html).toContain("2/6, paused after failures");
    // What the last slice was stays.
    expect(messages[0]?.html).toContain("slice executed (2/6)");
    expect(messages[0]?.keyboard?.inline_keyboard[0]?.[0]?.callback_data).toBe(
      `r:6it:${vault.slice(2)}:7`,
    );
  });

  test("behavior: an unanswered edit is made again, and not sent as another message", async () => {
    const { slice, deliver, messages, calls, channelIs, pass, isEmpty } = await world();
    await slice(1);
    await deliver();
    await slice(2);
    channelIs(() => UNKNOWN);
    await deliver();
    expect(await isEmpty()).toBe(false);
    channelIs(() => DELIVERED);
    pass(300_000);
    await deliver();
    expect(calls).toEqual(["send delivered", "edit unknown", "edit delivered"]);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.html).toContain("2/6, running");
    expect(await isEmpty()).toBe(true);
  });

  test("default: an order's card comes with it, before slices, and follows its state", async () => {
    const { store, vault, operator, deliver, messages, calls, isEmpty } = await world();
    const changes = {
      sellSymbol: "USDC",
      totalAmount: "60",
      sliceCount: 6,
      startAt: T0 + 3_600_000,
    };
    await store.run(createOrder, newOrders.twap(orderOf(vault, operator, changes)));
    await deliver();
    expect(calls).toEqual(["send delivered"]);
    expect(messages[0]?.html.split("\n").slice(0, 3)).toEqual([
      "▶️ <b>TWAP #1</b> sell 60 USDC for ETH",
      "▱▱▱▱▱▱▱▱▱▱ 0/6, running",
      "Next slice: 2026-09-01 01:00 UTC",
    ]);
    expect(messages[0]?.html).toMatch(/<code>#[0-9a-f]{8}<\/code>$/);
    await store.run(pauseOrder, { kind: "twap", vault, operator, chainIds: [8453], id: 1 });
    await deliver();
    // The pause is told by itself, and its order's card behind it.
    expect(calls).toEqual(["send delivered", "send delivered", "edit delivered"]);
    expect(messages[0]?.html).toContain("0/6, paused");
    expect(await isEmpty()).toBe(true);
  });

  test("default: a notify-only order has a card too, following the slices told alone", async () => {
    const { store, vault, operator, notify, deliver, messages, calls, isEmpty } = await world();
    const order = orderOf(vault, operator, {
      sellSymbol: "USDC",
      totalAmount: "60",
      sliceCount: 6,
      autoExecute: false,
    });
    await store.run(createOrder, newOrders.twap(order));
    await deliver();
    const after = { ...order, id: 1, slicesExecuted: 1, anchorMs: T0, pointIndex: 1 };
    await store.command("HSET", store.keys.order(vault, 1), "json", JSON.stringify(after));
    await notify("manual_slice", `slice:${vault}:1:1`, {
      ...{
        orderId: 1,
        sliceNumber: 1,
        progress: "1/6",
        sellAmount: "10",
        sellSymbol: "USDC",
        buyAmount: "0.004",
      },
      ...{ buySymbol: "ETH", dex: "uniswap", side: "sell" },
    });
    await deliver();
    expect(calls).toEqual(["send delivered", "send delivered", "edit delivered"]);
    expect(messages[1]?.keyboard?.inline_keyboard.flat()[0]?.text).toContain("Trade this slice");
    expect(messages[0]?.html).toContain("1/6, running");
    expect(await isEmpty()).toBe(true);
  });

  test("behavior: who has no chat has no card waiting", async () => {
    const { store, vault, operator, messages, deliver, isEmpty } = await world();
    const unpaired = newAddress();
    await store.run(createOrder, newOrders.twap(orderOf(newAddress(), unpaired)));
    expect(await isEmpty()).toBe(true);
    await store.run(createOrder, newOrders.twap(orderOf(vault, operator)));
    await deliver();
    expect(messages).toHaveLength(1);
  });

  test("behavior: a deleted message makes a new one, which goes on", async () => {
    const { slice, deliver, messages, calls } = await world();
    await slice(1);
    await deliver();
    messages[0]!.id = -1;
    await slice(2);
    await deliver();
    await slice(3);
    await deliver();
    expect(calls).toEqual(["send delivered", "edit delivered", "send delivered", "edit delivered"]);
    expect(messages.map(({ html }) => /(\d)\/6, running/.exec(html)?.[1])).toEqual(["1", "3"]);
  });

  test("error: a card the channel cannot read is told as text, and loses nothing", async () => {
    const { slice, deliver, messages, channelIs, isEmpty } = await world();
    await slice(1);
    await deliver();
    await slice(2);
    channelIs((kind) => (kind === "edit" ? PLAIN : DELIVERED));
    await deliver();
    expect(messages[1]?.html).toContain("slice executed (2/6)");
    expect(await isEmpty()).toBe(true);
  });

  test("behavior: another chat has another card; without its record slices are texts", async () => {
    const { slice, deliver, messages, store, operator, vault } = await world();
    await slice(1);
    await deliver();
    await pairTelegram(store, operator, JSON.stringify({ chatId: "8" }));
    await slice(2);
    await deliver();
    expect(messages).toHaveLength(2);
    await slice(3);
    await store.command("DEL", store.keys.order(vault, 7));
    await deliver();
    expect(messages[2]?.html).toMatch(/^✅ <b>TWAP #7<\/b> slice executed \(3\/6\)/);
  });

  test("property: any channel: card ends as order, nothing left, extra only if lost", async () => {
    const WAIT: SendOutcome = { status: "retry_after", seconds: 20 };
    const outcomes = fc.constantFrom(DELIVERED, UNKNOWN, ACCEPTED, WAIT, GONE, PLAIN);
    const step = fc.record({
      isPause: fc.boolean(),
      channel: fc.array(outcomes, { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        const {
          slice,
          orderIs,
          after,
          notify,
          deliver,
          pass,
          channelIs,
          messages,
          calls,
          isEmpty,
          vault,
        } = await world();
        let [done, expected] = [0, ""];
        for (const { isPause, channel } of steps) {
          if (isPause) {
            await orderIs({ ...after(done), status: "auto_paused", active: false });
            await notify("order_auto_paused", `auto:${vault}:${calls.length}:${done}`, {
              ...{
                sliceNumber: done + 1,
                progress: `${done}/6`,
                consecutiveFailures: 3,
                lastError: "no route",
              },
            });
            expected = `${done}/6, paused after failures`;
          } else {
            done += 1;
            await slice(done);
            expected = `${done}/6, running`;
          }
          let at = 0;
          channelIs((kind) => {
            const outcome = channel[at % channel.length] ?? DELIVERED;
            at += 1;
            // A message that is sent cannot be gone.
            return kind === "send" && outcome === GONE ? DELIVERED : outcome;
          });
          await deliver();
          pass(300_000);
        }
        channelIs(() => DELIVERED);
        for (let ticks = 0; ticks < 40 && !(await isEmpty()); ticks += 1) {
          await deliver();
          pass(300_000);
        }
        expect(await isEmpty()).toBe(true);
        const cards = messages.filter(({ html }) => /[▰▱]{10}/.test(html));
        // Without a slice there is no card; one that the channel could not read was told as a text.
        if (cards.length > 0 && !calls.some((call) => call.endsWith("refused content")))
          expect(cards.at(-1)?.html).toContain(expected);
        const mayBeLost = calls.filter(
          (call) => call === "send unknown" || call === "edit refused message",
        ).length;
        expect(cards.length).toBeLessThanOrEqual(1 + mayBeLost);
        for (const { html } of messages)
          expect(parseTelegramHtml(html)).toMatchObject({ ok: true });
      }),
      { numRuns: 12 },
    );
  });
});
