import type { Mismatch, SwapExpectation, SwapRules } from "../kinds/swap-rules.ts";
import type { SwapCall, VaultCall } from "../kinds/vault-call.ts";
import { sameAddress } from "../lib/normalize-address.ts";
import { allow, type Details, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { canonicalToken } from "./native-token.ts";
import { isSwap } from "./swap-calls.ts";

/** Enforced by the calldata; without a deadline in it, the attempt's own. */
type SwapBounds = { amountInMaxBase: bigint; minOutBase: bigint; deadlineSec: number };

/**
 * Compares tokens, amounts, recipient, deadline and the venue's rules (decision D17): no other
 * payee, nothing left behind. Refuses with venue_calldata_rejected.
 */
export function checkSwapCalldata(
  call: VaultCall,
  expected: SwapExpectation,
  rules: SwapRules,
): Verdict<SwapBounds> {
  if (!isSwap(call))
    return reject(expected, { what: "kind of call", expected: "swap", actual: describe(call) });
  const [mismatch] = mismatches(call, expected, rules);
  if (mismatch !== undefined) return reject(expected, mismatch);
  // Safe: the deadline was found to be at most deadlineMaxSec.
  const deadlineSec = Number(deadlineOf(call, expected, rules));
  return allow({
    amountInMaxBase: call.amountInBase,
    minOutBase: call.amountOutMinBase,
    deadlineSec,
  });
}

function mismatches(call: SwapCall, expected: SwapExpectation, rules: SwapRules): Mismatch[] {
  return [
    ...differs(rules.isOwn(call), "venue", expected.venue, call.venue),
    ...differs(
      sameAddress(call.recipient, expected.vault),
      "recipient",
      expected.vault,
      call.recipient,
    ),
    ...differs(
      sameAddress(call.tokenIn, canonicalToken(expected.tokenIn)),
      "token sold",
      expected.tokenIn,
      call.tokenIn,
    ),
    ...differs(
      sameAddress(call.tokenOut, canonicalToken(expected.tokenOut)),
      "token bought",
      expected.tokenOut,
      call.tokenOut,
    ),
    ...differs(
      expected.amountBase > 0n && expected.limitBase > 0n,
      "request",
      "amounts above 0",
      `${expected.amountBase} and ${expected.limitBase}`,
    ),
    ...amountMismatches(call, expected),
    ...deadlineMismatches(deadlineOf(call, expected, rules), expected),
    ...(rules.isOwn(call) ? rules.mismatches(call, expected) : []),
  ];
}

function amountMismatches(
  call: SwapCall,
  { mode, amountBase, limitBase }: SwapExpectation,
): Mismatch[] {
  const [sold, bought] = [String(call.amountInBase), String(call.amountOutMinBase)];
  if (mode === "exactIn") {
    return [
      ...differs(call.amountInBase === amountBase, "amount sold", String(amountBase), sold),
      ...differs(
        call.amountOutMinBase >= limitBase,
        "minimum bought",
        `at least ${limitBase}`,
        bought,
      ),
    ];
  }
  return [
    ...differs(call.amountInBase <= limitBase, "maximum sold", `at most ${limitBase}`, sold),
    ...differs(
      call.amountOutMinBase >= amountBase,
      "amount bought",
      `at least ${amountBase}, enforced`,
      bought,
    ),
  ];
}

/** The venue may leave the agent's deadline to its nonce (decision D17). */
function deadlineOf(call: SwapCall, expected: SwapExpectation, rules: SwapRules): bigint | null {
  const mayCarryNone = rules.mayCarryNoDeadline?.(call, expected) === true;
  return call.deadlineSec ?? (mayCarryNone ? BigInt(expected.deadlineMaxSec) : null);
}

function deadlineMismatches(
  deadlineSec: bigint | null,
  { deadlineMinSec, deadlineMaxSec }: SwapExpectation,
): Mismatch[] {
  const within =
    deadlineSec !== null &&
    deadlineSec >= BigInt(deadlineMinSec) &&
    deadlineSec <= BigInt(deadlineMaxSec);
  return differs(
    within,
    "deadline",
    `${deadlineMinSec} to ${deadlineMaxSec}`,
    String(deadlineSec ?? "none"),
  );
}

function describe({ kind, reason, name }: VaultCall): string {
  const more = reason ?? name;
  return more === undefined ? kind : `${kind}: ${more}`;
}

function reject({ venue }: SwapExpectation, { what, expected, actual }: Mismatch): Refusal {
  const details: Details = { venue, what, expected, actual };
  const message =
    `The calldata of ${venue} does not do what was asked (${what}: expected ${expected}, ` +
    `found ${actual}). It was thrown away: ask for a new quote, or use the other venue.`;
  return refuse("venue_calldata_rejected", message, details);
}

export function differs(same: boolean, what: string, expected: string, actual: string): Mismatch[] {
  return same ? [] : [{ what, expected, actual }];
}
