import { describe, expect, test } from "vitest";
import type { AttemptSwap } from "../../../schemas/attempt.ts";
import { heldLoss, raiseHeldLoss } from "../../../src/pipeline/held-loss.ts";
import { callAttempt } from "./support/call-attempt.ts";
import { executionBench } from "./support/execution-bench.ts";

/** A fall of the NAV per unit by so many ten-thousandths. */
const nav = (lostBps: bigint) => ({
  ...{
    measured: true,
    basis: "unitaryValue" as const,
    lossBps: Number(lostBps),
    thresholdBps: 1_000,
  },
  ...{ before: "10000", after: String(10_000n - lostBps), baseline: null },
});
/** 100 of a vault's 10,000 may leave, and 90 must arrive: 10 basis points. */
const swap = {
  ...{ amountOutBase: "100", minOutBase: "90", maxInBase: "100" },
  valuation: {
    ...{ baseToken: `0x${"11".repeat(20)}`, maxInValueBase: "100", amountOutValueBase: "100" },
    netTotalValueBase: "10000",
  },
  // Safe: no more of a swap is read here.
} as AttemptSwap;

describe("heldLoss", () => {
  test("behavior: what moves no assets loses nothing that could be held", () => {
    expect(heldLoss(null, null, 10_000n)).toBeUndefined();
  });

  test.each([
    [
      "more in the simulation than the bounds explain stays, whatever the receipt says",
      11n,
      1_100_000,
      1_100_000,
    ],
    ["as much is the bounds', which the receipt corrects", 10n, 1_000_000, 0],
    ["less is the bounds' as well", 9n, 1_000_000, 0],
  ])("behavior: %s", (_what, lostBps, lossPpb, floorPpb) => {
    expect(heldLoss(nav(lostBps), swap, 10_000n)).toEqual({ lossPpb, floorPpb });
  });

  test("behavior: a call's own check cost holds where simulation shows less, never both", () => {
    // 46 of 10,000; and of the 8,000 that the vault was worth at its high.
    expect(heldLoss(nav(3n), null, 10_000n, { worstBase: 46n })).toEqual({
      lossPpb: 4_600_000,
      floorPpb: 4_600_000,
    });
    const lifted = { ...nav(3n), lower: "8000" };
    expect(heldLoss(lifted, null, 10_000n, { worstBase: 46n })).toEqual({
      lossPpb: 5_750_000,
      floorPpb: 5_750_000,
    });
    expect(heldLoss(nav(50n), null, 10_000n, { worstBase: 46n })).toEqual({
      lossPpb: 5_000_000,
      floorPpb: 5_000_000,
    });
    expect(heldLoss(nav(0n), null, 10_000n, { worstBase: 10_001n })?.lossPpb).toBe(1_000_000_000);
    expect(heldLoss(null, null, 0n, { worstPpb: 7 })).toEqual({ lossPpb: 7, floorPpb: 7 });
  });

  test("behavior: without a valuation the simulation alone says it", () => {
    const { valuation: _, ...unpriced } = swap;
    expect(heldLoss(nav(3n), unpriced, 10_000n)).toEqual({ lossPpb: 300_000, floorPpb: 300_000 });
  });
});

test("raiseHeldLoss: an attempt ended meanwhile raises nothing, sends nothing more", async () => {
  const bench = await executionBench();
  const before = {
    ok: true,
    value: { unitaryValue: 1n, netTotalValue: 1n, netTotalLiabilities: 0n },
  } as const;
  const found = { heldPpb: 0, nav: nav(1n), before };
  expect(await raiseHeldLoss(bench.deps, callAttempt(bench), found)).toMatchObject({
    budget: { ok: true },
    open: {
      ok: false,
      code: "conflict",
      message: "This transaction has ended already. Nothing was sent.",
    },
  });
  // As much as is held costs no trip.
  expect(
    await raiseHeldLoss(bench.deps, callAttempt(bench), { ...found, heldPpb: 100_000 }),
  ).toMatchObject({
    ...{ budget: { ok: true }, open: { ok: true } },
  });
  expect(bench.scripts.map(({ name }) => name)).toEqual(["raise-loss"]);
});
