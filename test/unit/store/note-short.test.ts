import { expect, test } from "vitest";
import type { OrderShortage } from "../../../schemas/order-shortage.ts";
import { readEvents } from "../../../src/store/orders/read-events.ts";
import { noteShort } from "../../../src/store/orders/record-waiting.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { T0 } from "./support/records.ts";
import { claim, claimedOrder, LEASE_MS } from "./support/steps.ts";

const token: OrderShortage = { cause: "token", balance: "10", needed: "40", symbol: "USDC" };
const gas: OrderShortage = { cause: "gas", balance: "0.1", needed: "0.2", symbol: "ETH" };

eachRedis((redis) => {
  test("behavior: each cause is told once till mended; the claim brings the known", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    await pairTelegram(store, slice.operator, "{}");
    const note = (...shortages: OrderShortage[]) =>
      store.run(noteShort, { order: slice.order, shortages });
    expect(await note(token)).toEqual({ told: true });
    expect(await note(token)).toEqual({ told: false });
    expect((await claim(store, T0 + LEASE_MS + 2)).orders).toMatchObject([{ short: "token" }]);
    expect(await note(token, gas)).toEqual({ told: true });
    expect(await note(gas)).toEqual({ told: false });
    expect(await note()).toEqual({ told: false });
    expect((await claim(store, T0 + 2 * LEASE_MS + 4)).orders[0]?.short).toBeUndefined();
    expect(await note(gas)).toEqual({ told: true });
    const { events } = await store.run(readEvents, { vault: slice.vault });
    expect(events).toMatchObject([
      { type: "order_change", kind: "order_underfunded", shortages: [gas] },
      { kind: "order_underfunded", shortages: [gas] },
      { kind: "order_underfunded", shortages: [token] },
    ]);
    // An alarm: behind no slice's message, and dropped for none.
    expect((await store.snapshot())[`outbox-of:telegram:${slice.operator}`]).toHaveLength(3);
  });

  test("behavior: the record stays as it was, so its slice ends as it began", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    const read = () =>
      store.command("HMGET", store.keys.order(slice.vault, 1), "json", "v", "lease");
    const before = await read();
    await store.run(noteShort, { order: slice.order, shortages: [token] });
    expect(await read()).toEqual(before);
  });

  test("behavior: two warnings of one order version are two, as is one mended since", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    await pairTelegram(store, slice.operator, "{}");
    for (const [index, shortages] of [[token], [token, gas], [], [gas]].entries())
      await store.run(noteShort, { order: slice.order, shortages, nowMs: T0 + LEASE_MS + index });
    const ids = (await store.snapshot())[`outbox-of:telegram:${slice.operator}`];
    expect(new Set(ids as string[]).size).toBe(3);
  });

  test("error: an order that is gone", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    await store.command("DEL", store.keys.order(slice.vault, 1));
    expect(await store.run(noteShort, { order: slice.order, shortages: [token] })).toEqual({
      told: false,
    });
    expect(await store.command("EXISTS", store.keys.order(slice.vault, 1))).toBe(0);
  });
});
