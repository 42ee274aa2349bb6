import { expect, test } from "vitest";
import { ORDER_LIMITS } from "../../../../schemas/orders/order-limits.ts";
import { newQuality } from "../../../../src/quality/new-quality.ts";
import { qualityText } from "../../../../src/quality/quality-text.ts";
import { withFill, withGas, withRefusal, withSend } from "../../../../src/quality/with-fill.ts";
import { cancelOrders } from "../../../../src/store/orders/cancel-orders.ts";
import { finishSlice } from "../../../../src/store/orders/finish-slice.ts";
import { getOrderQuality } from "../../../../src/store/orders/get-order-quality.ts";
import { eachRedis } from "../support/each-redis.ts";
import { T0 } from "../support/records.ts";
import type { TestStore } from "../support/start-store.ts";
import { create, newParty, type Party, preparedOrder } from "../support/steps.ts";

const YEAR_AND_A_MONTH_SEC = 400 * 24 * 3_600;
/** A billion of tokens with 36 decimals on both sides: 45 digits each. */
const MOST = 10n ** 45n - 7n;
const PAIR = { sideBase: MOST, counterBase: MOST - 9n };

/** A traded order with every figure there can be. */
function fullRecord(): string {
  const arrival = { addsBase: MOST, atMs: T0, block: 40_000_000n, price: PAIR, windowSec: 300 };
  const made = newQuality({ ...arrival, atOnce: { venue: "uniswap", ...PAIR } });
  const sent = withSend(withRefusal(made, { number: 1, quote: PAIR }), { atMs: T0, price: PAIR });
  const filled = withFill(sent, {
    ...{ number: 1, plannedBase: MOST / 3n, sideBase: MOST / 2n, paidBase: MOST - 11n },
    ...{ price: PAIR, quote: PAIR, boundBase: MOST - 13n },
  });
  const paid = withGas(filled, 10n ** 20n - 1n, { wei: 10n ** 24n, counterBase: MOST });
  return qualityText.write(withRefusal(paid, { number: 2, quote: PAIR }));
}

const cancel = (store: TestStore, { vault }: Party, id: number) =>
  store.run(cancelOrders, { kind: "twap", vault, chainIds: [8453], id });
const read = (store: TestStore, { vault }: Party, id: number, chainId = 8453) =>
  store.run(getOrderQuality, { kind: "twap", vault, chainId, id });

eachRedis((redis) => {
  test("behavior: an ended order leaves its figures beyond the closed list, for 400 days", async () => {
    const store = redis().store();
    const party = newParty();
    const quality = fullRecord();
    const symbols = { sellSymbol: "S".repeat(12), buySymbol: "B".repeat(12) };
    const id = await create(store, party, { quality, ...symbols, sellDecimals: 36 });
    await cancel(store, party, id);
    expect(await read(store, party, id)).toMatchObject({ order: { id, quality }, figures: null });
    for (let other = 0; other < ORDER_LIMITS.maxClosed; other += 1)
      await cancel(store, party, await create(store, party, { quality }));
    const answer = await read(store, party, id);
    expect(answer.order).toBeNull();
    expect(answer.figures).toEqual({
      ...{ id, chainId: 8453, side: "sell", status: "cancelled", createdAt: T0 },
      ...{ completedAt: T0, quality, ...symbols, sellDecimals: 36, buyDecimals: 18 },
    });
    const key = store.keys.orderFigures(party.vault, id);
    const text = String(await store.command("GET", key));
    expect(text.length).toBeLessThanOrEqual(1_024);
    const ttlSec = Number(await store.command("TTL", key));
    expect(Math.abs(ttlSec - YEAR_AND_A_MONTH_SEC)).toBeLessThanOrEqual(60);
    expect((await read(store, party, id, 10)).figures).toBeNull();
  });

  test("behavior: of a vault 500 stay, the oldest goes first", async () => {
    const store = redis().store();
    const party = newParty();
    const id = await create(store, party, { quality: "1" });
    await cancel(store, party, id);
    const list = store.keys.orderFiguresOf(party.vault);
    const others = Array.from({ length: ORDER_LIMITS.maxFigures - 1 }, (_, i) => 10_000 + i);
    await store.command("LPUSH", list, ...others);
    expect(await store.command("EXISTS", store.keys.orderFigures(party.vault, id))).toBe(1);
    await cancel(store, party, await create(store, party, { quality: "1" }));
    expect(await store.command("LLEN", list)).toBe(ORDER_LIMITS.maxFigures);
    expect(await store.command("EXISTS", store.keys.orderFigures(party.vault, id))).toBe(0);
  });

  test("behavior: a late outcome of a cancelled order is in what it leaves", async () => {
    const store = redis().store();
    const slice = await preparedOrder(store);
    await cancel(store, slice, slice.id);
    const { order, version } = await lastOf(store, slice);
    const late = { ...order, quality: "late" };
    const attempt = { ...slice.attempt, status: "reverted" as const };
    const finished = await store.run(finishSlice, {
      guard: { attemptId: attempt.id },
      ...{ expectedVersion: version, order: late, dueMs: null, event: null, outbox: [] },
      attempt: { record: attempt },
    });
    expect(finished).toMatchObject({ ok: true });
    const key = store.keys.orderFigures(slice.vault, slice.id);
    expect(JSON.parse(String(await store.command("GET", key)))).toMatchObject({ quality: "late" });
  });

  test("behavior: one from before records were kept leaves nothing, and is found while it stands", async () => {
    const store = redis().store();
    const party = newParty();
    const id = await create(store, party);
    await cancel(store, party, id);
    expect(await read(store, party, id)).toMatchObject({ order: { id }, refused: [] });
    expect(await store.command("EXISTS", store.keys.orderFigures(party.vault, id))).toBe(0);
    expect(await read(store, party, 99)).toMatchObject({ order: null, figures: null });
  });
});

async function lastOf(store: TestStore, { vault, id }: { vault: string; id: number }) {
  const [json, version] = (await store.command(
    "HMGET",
    store.keys.order(vault as `0x${string}`, id),
    ...["json", "v"],
  )) as [string, string];
  return { order: JSON.parse(json), version: Number(version) };
}
