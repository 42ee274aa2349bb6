import { describe, expect, test } from "vitest";
import type { Attempt, AttemptSwap } from "../../../schemas/attempt.ts";
import { sliceEnd } from "../../../schemas/slice-end.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import type { SliceOutcome } from "../../../src/kinds/order-run.ts";
import { applySliceOutcome } from "../../../src/twap/apply-slice-outcome.ts";
import { sliceEndOf } from "../../../src/twap/slice-end-of.ts";
import { MINUTE, orderFixture, T0 } from "./order-fixture.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const AT = T0 + 3 * MINUTE;

/** 20 USDC quoted at 0.0080 WETH, while the oracle has 0.0081: 123 bps worse, 0.0001 / 0.0081. */
const swap: AttemptSwap = {
  ...{ venue: "uniswap", decimalsIn: 6, decimalsOut: 18, symbolIn: "USDC", symbolOut: "WETH" },
  ...{ tokenIn: `0x${"a1".repeat(20)}`, tokenOut: `0x${"b2".repeat(20)}` },
  ...{ amountInBase: "20000000", amountOutBase: "8000000000000000" },
  ...{ maxInBase: "20000000", minOutBase: "7920000000000000" },
  market: {
    oracle: { inBase: "20000000", outBase: "8100000000000000" },
    ...{ oracleWindowSec: 300, quotedInBase: "20000000", quotedOutBase: "8000000000000000" },
    ...{ blockNumber: "40", blockTimeSec: 1_700_000_000 },
  },
};
const attempt: Attempt = {
  ...{
    id: "twap:v:7:1:1",
    vault: `0x${"c3".repeat(20)}`,
    chainId: 8453,
    agent: `0x${"0a".repeat(20)}`,
  },
  ...{ keyVersion: 1, operator: `0x${"d4".repeat(20)}`, orderId: 7, sliceNumber: 1, nonce: 0 },
  ...{
    to: `0x${"c3".repeat(20)}`,
    data: "0x",
    gas: "500000",
    maxFeePerGas: "1",
    maxPriorityFeePerGas: "1",
  },
  ...{ hashes: [HASH], freeingHashes: [], status: "confirmed", createdAt: AT, swap },
  ...{ blockNumber: "41", mined: { hash: HASH, gasUsed: "210000", gasCostWei: "2100000000000" } },
};
const executed: SliceOutcome = {
  ...{ kind: "executed", sellBase: 20_000_000n, buyBase: 7_990_000_000_000_000n, estimated: false },
  ...{ hash: HASH, blockNumber: 41n },
};

const noDraw = () => {
  throw new Error("nothing is random here");
};
function kept(outcome: SliceOutcome, { order = orderFixture(), facts = {}, nowMs = AT } = {}) {
  const result = applySliceOutcome(order, outcome, nowMs, noDraw);
  return sliceEndOf(order, result, {
    ...{ outcome, attempt: undefined, swap: undefined, tickMs: nowMs, draw: noDraw },
    ...facts,
  });
}

const quoted = {
  quote: {
    ...{ venue: "uniswap", sellBase: "20000000", buyBase: "8000000000000000" },
    ...{ maxSellBase: "20000000", minBuyBase: "7920000000000000" },
  },
  oracle: { sellBase: "20000000", buyBase: "8100000000000000", windowSec: 300 },
  deltaBps: 123,
};

describe("the record of a slice", () => {
  test("default: an executed one says when, what, where, its cost and against which prices", () => {
    const slice = kept(executed, { facts: { attempt } });
    expect(slice).toEqual({
      number: 1,
      end: {
        ...{ status: "executed", plannedAt: AT, at: AT, knownAt: AT, plannedBase: "20000000" },
        ...{ sellBase: "20000000", buyBase: "7990000000000000", amountsEstimated: false },
        ...{
          attempt: "twap:v:7:1:1",
          hash: HASH,
          blockNumber: "41",
          gasUsed: "210000",
          gasCostWei: "2100000000000",
        },
        ...quoted,
      },
    });
    expect(sliceEnd.parse(slice?.end)).toEqual(slice?.end);
  });

  test("default: where it only notified the amounts are the quote's; nothing was mined", () => {
    const outcome = {
      kind: "notified",
      sellBase: 20_000_000n,
      buyBase: 8_000_000_000_000_000n,
    } as const;
    const slice = kept(outcome, { order: orderFixture({ autoExecute: false }), facts: { swap } });
    expect(slice?.end).toEqual({
      ...{ status: "notified", plannedAt: AT, at: AT, knownAt: AT, plannedBase: "20000000" },
      ...{ sellBase: "20000000", buyBase: "8000000000000000", amountsEstimated: false },
      ...quoted,
    });
  });

  test("behavior: a refusal has code and figures, no amounts; without a quote none", () => {
    const outcome: SliceOutcome = {
      ...{ kind: "failed", code: "swap_shield_blocked", error: "Too far from the oracle." },
      details: { deltaBps: 900 },
    };
    expect(kept(outcome)).toEqual({
      number: 1,
      end: { status: "failed", plannedAt: AT, at: AT, knownAt: AT, plannedBase: "20000000" },
      refusal: {
        ...{
          code: "swap_shield_blocked",
          message: "Too far from the oracle.",
          details: { deltaBps: 900 },
          at: AT,
        },
      },
    });
  });

  test("behavior: one that reverted names its transaction and what that cost", () => {
    const outcome: SliceOutcome = {
      kind: "failed",
      code: "transaction_reverted",
      error: "It reverted.",
    };
    const slice = kept(outcome, { facts: { attempt: { ...attempt, status: "reverted" } } });
    expect(slice?.end).toMatchObject({
      status: "failed",
      hash: HASH,
      gasUsed: "210000",
      deltaBps: 123,
    });
    expect(slice?.end).not.toHaveProperty("sellBase");
    expect(slice?.refusal).toMatchObject({
      code: "transaction_reverted",
      hash: HASH,
      gasCostWei: "2100000000000",
    });
  });

  test("behavior: a late known one keeps its plan and time; the last is what others left", () => {
    const order = orderFixture({
      ...{
        slicesExecuted: 2,
        spentBase: "40000000",
        anchorMs: T0,
        lastExecution: T0 + 21 * MINUTE,
        pointIndex: 3,
      },
      ...{ status: "pending_confirmation", pendingAttempt: "twap:v:7:3:1" },
    });
    const slice = kept(
      { ...executed, sellBase: 10_000_000n },
      { order, facts: { attempt }, nowMs: T0 + 29 * MINUTE },
    );
    expect(slice).toMatchObject({
      number: 3,
      end: {
        plannedAt: T0 + 20 * MINUTE,
        at: T0 + 21 * MINUTE,
        knownAt: T0 + 29 * MINUTE,
        plannedBase: "10000000",
      },
    });
  });

  test("behavior: a purchase compares by what it takes; without a feed, no price", () => {
    const buying = orderFixture({
      side: "buy",
      sliceBase: "8000000000000000",
      totalBase: "24000000000000000",
    });
    // 20 USDC are taken where the oracle takes 19.5: 256 bps worse, 0.5 / 19.5.
    const market = { ...swap.market!, oracle: { inBase: "19500000", outBase: "8000000000000000" } };
    const facts = { attempt: { ...attempt, swap: { ...swap, market } } };
    expect(kept(executed, { order: buying, facts })?.end).toMatchObject({ deltaBps: 256 });
    const blind = {
      attempt: { ...attempt, swap: { ...swap, market: { ...market, oracle: null } } },
    };
    const { end } = kept(executed, { facts: blind })!;
    expect(end.oracle).toBeNull();
    expect(end).not.toHaveProperty("deltaBps");
  });

  test("behavior: of what is not told nothing is kept", () => {
    const paused: Partial<TwapOrder> = { status: "paused" };
    expect(kept({ kind: "refused_state" })).toBeUndefined();
    expect(kept({ kind: "pending", attemptId: "a", hash: HASH })).toBeUndefined();
    expect(
      kept(
        { kind: "failed", code: "rpc_unavailable", error: "No." },
        { order: orderFixture(paused) },
      ),
    ).toBeUndefined();
  });
});
