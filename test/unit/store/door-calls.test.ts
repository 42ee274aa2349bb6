import { expect, test } from "vitest";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { beginPaidCall } from "../../../src/store/payments/begin-paid-call.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, T0 } from "./support/records.ts";
import { sharesOf } from "./support/shares-of.ts";
import type { TestStore } from "./support/start-store.ts";
import { claimed, create, LEASE_MS, newParty } from "./support/steps.ts";

const WINDOW_MS = 300_000;
/** Four calls of 0x and four of Uniswap in five minutes, of which a quote takes one and two. */
const asked = (total: number) => ({
  windowMs: WINDOW_MS,
  asked: [
    { venue: "0x" as const, calls: 1, total },
    { venue: "uniswap" as const, calls: 2, total },
  ],
});

async function begin(store: TestStore, nowMs: number, total = 4) {
  const payer = newAddress();
  return store.run(beginPaidCall, {
    ...{
      payer,
      nonce: "0x01",
      requestHash: "h",
      token: payer,
      holdMs: 360_000,
      debtors: [payer],
      covers: [],
    },
    ...{
      operator: null,
      idempotency: null,
      acts: false,
      network: null,
      caller: "net",
      nowMs,
      venues: asked(total),
    },
  });
}

eachRedis((redis) => {
  test("behavior: the begin script counts venues' calls, names those with some left", async () => {
    const store = redis().store();
    const free = [];
    for (let call = 0; call < 5; call += 1) free.push((await begin(store, T0)).freeVenues);
    expect(free).toEqual([["0x", "uniswap"], ["0x", "uniswap"], ["0x"], ["0x"], []]);
    // A fourth of five minutes later a fourth of it has drained: one call, which is no quote of
    // Uniswap's.
    expect((await begin(store, T0 + WINDOW_MS / 4)).freeVenues).toEqual(["0x"]);
    expect((await begin(store, T0 + WINDOW_MS)).freeVenues).toEqual(["0x", "uniswap"]);
  });

  test("behavior: a call that does not run takes nothing; no venues, none are told", async () => {
    const store = redis().store();
    const payer = newAddress();
    const call = {
      ...{
        payer,
        nonce: "0x01",
        requestHash: "h",
        token: "t",
        holdMs: 360_000,
        debtors: [payer],
        covers: [],
      },
      ...{
        operator: null,
        idempotency: null,
        acts: false,
        network: null,
        caller: "net",
        nowMs: T0,
      },
    };
    expect((await store.run(beginPaidCall, call)).freeVenues).toBeUndefined();
    // The same payment is held by the first: it is refused before anything of a venue is counted.
    const again = await store.run(beginPaidCall, { ...call, token: "other", venues: asked(1) });
    expect([again.kind, again.freeVenues]).toEqual(["in_use", undefined]);
    expect(await store.command("EXISTS", store.keys.doorCalls("0x"))).toBe(0);
  });

  test("behavior: however many quotes are asked for, no slice waits for them", async () => {
    const store = redis().store();
    for (let call = 0; call < 3; call += 1) await begin(store, T0, 1);
    await create(store, newParty(), { dex: "0x" });
    const shares = sharesOf(WINDOW_MS, {}, { calls: 1, total: 1, each: 1 });
    const claim = {
      limit: 10,
      leaseMs: LEASE_MS,
      chainIds: [8453] as const,
      shares,
      nowMs: T0 + 1,
    };
    const due = claimed(await store.run(claimDue, claim));
    expect(due.orders.map(({ waits }) => waits)).toEqual([undefined]);
  });
});
