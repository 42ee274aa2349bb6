import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import type { Attempt, AttemptSwap } from "../../../schemas/attempt.ts";
import type { ErrorCode } from "../../../schemas/error-codes.ts";
import type { ExecutionOutcome } from "../../../src/kinds/execution-outcome.ts";
import { sliceOutcomeOf } from "../../../src/schedule/end-slice.ts";
import { attemptOf, newAddress } from "../store/support/records.ts";

const hash: Hex = `0x${"ab".repeat(32)}`;
const figures = { swapShield: null, navShield: null };
const debugCall = { to: `0x${"1".repeat(40)}`, data: "0x2213bc0b" } as const;
const swap: AttemptSwap = {
  venue: "0x",
  tokenIn: newAddress(),
  tokenOut: newAddress(),
  decimalsIn: 6,
  decimalsOut: 18,
  symbolIn: "USDC",
  symbolOut: "ETH",
  amountInBase: "100",
  amountOutBase: "2000",
  maxInBase: "100",
  minOutBase: "1980",
};
const intentOf = (status: Attempt["status"]) => ({
  attempt: attemptOf(newAddress(), newAddress(), newAddress(), { status, swap }),
  order: null,
  version: null,
});
const unsigned = (withSwap: AttemptSwap | null): ExecutionOutcome & { status: "unsigned" } => ({
  status: "unsigned",
  transaction: {} as never,
  swap: withSwap,
  figures,
});
const confirmed = {
  status: "confirmed",
  hash,
  blockNumber: 9n,
  intent: intentOf("confirmed"),
  figures,
} as const;
const refusal = (code: ErrorCode) => ({ ok: false, code, message: "Why not." }) as const;

describe("sliceOutcomeOf", () => {
  test("behavior: built for signing counts with the quoted amounts (decision D37)", () => {
    expect(sliceOutcomeOf(unsigned(swap))).toEqual({
      kind: "notified",
      sellBase: 100n,
      buyBase: 2_000n,
    });
  });

  test("behavior: confirmed counts with its receipt, estimates are marked (decision D31)", () => {
    const amounts = { soldBase: 99n, boughtBase: 1_990n, estimated: true };
    expect(sliceOutcomeOf({ ...confirmed, amounts })).toEqual({
      kind: "executed",
      sellBase: 99n,
      buyBase: 1_990n,
      estimated: true,
      hash,
      blockNumber: 9n,
    });
  });

  test("behavior: without readable amounts nothing is added to the totals (decision D31)", () => {
    expect(sliceOutcomeOf(unsigned(null))).toEqual({ kind: "meta_unreadable" });
    expect(sliceOutcomeOf({ ...confirmed, amounts: null })).toEqual({ kind: "meta_unreadable" });
  });

  test("behavior: a mined revert failed, with its code and call data", () => {
    const run = { status: "reverted", hash, intent: intentOf("reverted"), debugCall } as const;
    expect(sliceOutcomeOf({ ...run, refusal: refusal("transaction_reverted") })).toEqual({
      kind: "failed",
      error: "Why not.",
      code: "transaction_reverted",
      debugCall,
    });
  });

  test.each([
    "swap_shield_blocked",
    "no_route",
    "gas_above_cap",
    "not_vault_owner",
    "rpc_unavailable",
  ] as const)("behavior: a refusal (%s) failed, whether or not an attempt was written", (code) => {
    const failed = { kind: "failed", error: "Why not.", code, debugCall };
    const run = { status: "refused", refusal: refusal(code), debugCall } as const;
    expect(sliceOutcomeOf(run)).toEqual(failed);
    expect(sliceOutcomeOf({ ...run, intent: intentOf("never_sent") })).toEqual(failed);
  });

  test.each(["twap_order_not_active", "conflict"] as const)(
    "behavior: an order that was stopped or taken over (%s) remembers nothing, unless an attempt has to be closed",
    (code) => {
      const run = { status: "refused", refusal: refusal(code) } as const;
      expect(sliceOutcomeOf(run)).toEqual({ kind: "refused_state" });
      expect(sliceOutcomeOf({ ...run, intent: intentOf("never_sent") })).toMatchObject({
        kind: "failed",
        code,
      });
    },
  );

  test.each(["attempt_exists", "lane_full", "lane_unclear", "nonce_conflict"] as const)(
    "behavior: a slice that has to wait (%s) says why, unless an attempt has to be closed",
    (reason) => {
      const waiting = { ...refusal("conflict"), details: { reason } };
      const run = { status: "refused", refusal: waiting } as const;
      expect(sliceOutcomeOf(run)).toEqual({ kind: "refused_state", waits: reason });
      expect(sliceOutcomeOf({ ...run, intent: intentOf("never_sent") })).toMatchObject({
        kind: "failed",
      });
    },
  );

  test("behavior: a conflict with other details waits for nothing that is known", () => {
    const run = {
      status: "refused",
      refusal: { ...refusal("conflict"), details: { reason: "lease_lost" } },
    } as const;
    expect(sliceOutcomeOf(run)).toEqual({ kind: "refused_state" });
  });
});
