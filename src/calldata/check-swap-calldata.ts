import type { Address } from "viem";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import { sameAddress } from "../lib/same-address.ts";
import type { Details, Refusal, Verdict } from "../lib/verdict.ts";
import { canonicalToken } from "./canonical-token.ts";
import type { SwapExpectation } from "./swap-expectation.ts";
import type { RouterSwapCall, VaultCall, ZeroExSwapCall } from "./vault-call.ts";

/** The bounds that the calldata itself enforces; a deadline that it does not carry is the attempt's own. */
export type SwapBounds = { amountInMaxBase: bigint; minOutBase: bigint; deadlineSec: number };

type Mismatch = { what: string; expected: string; actual: string };
type SwapCall = RouterSwapCall | ZeroExSwapCall;

/**
 * Whether decoded calldata does what was requested and nothing else (decision 31): recipient, tokens, amounts, minimum or
 * maximum, deadline, no other payee, nothing left behind. Refuses with venue_calldata_rejected and what differs.
 */
export function checkSwapCalldata(call: VaultCall, expected: SwapExpectation): Verdict<SwapBounds> {
  if (call.kind !== "swap") return reject(expected, { what: "kind of call", expected: "swap", actual: describe(call) });
  const [mismatch] = mismatches(call, expected);
  if (mismatch !== undefined) return reject(expected, mismatch);
  // The cast to a number is safe: the deadline was found to be at most deadlineMaxSec.
  const deadlineSec = Number(deadlineOf(call, expected));
  return allow({ amountInMaxBase: call.amountInBase, minOutBase: call.amountOutMinBase, deadlineSec });
}

/** Everything that differs, in the order in which it is reported. */
function mismatches(call: SwapCall, expected: SwapExpectation): Mismatch[] {
  const venue = call.venue === "0x-allowance-holder" ? "0x" : "uniswap";
  return [
    ...differs(venue === expected.venue, "venue", expected.venue, call.venue),
    ...differs(sameAddress(call.recipient, expected.vault), "recipient", expected.vault, call.recipient),
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
    ...deadlineMismatches(deadlineOf(call, expected), expected),
    ...(call.venue === "0x-allowance-holder" ? zeroExMismatches(call, expected) : routerMismatches(call, expected)),
  ];
}

function amountMismatches(call: SwapCall, { mode, amountBase, limitBase }: SwapExpectation): Mismatch[] {
  const [sold, bought] = [String(call.amountInBase), String(call.amountOutMinBase)];
  if (mode === "exactIn") {
    return [
      ...differs(call.amountInBase === amountBase, "amount sold", String(amountBase), sold),
      ...differs(call.amountOutMinBase >= limitBase, "minimum bought", `at least ${limitBase}`, bought),
    ];
  }
  return [
    ...differs(call.amountInBase <= limitBase, "maximum sold", `at most ${limitBase}`, sold),
    ...differs(call.amountOutMinBase >= amountBase, "amount bought", `at least ${amountBase}, enforced`, bought),
  ];
}

/** Decision 159: what the agent sends may leave the deadline of a native sale at 0x to its nonce. */
function deadlineOf(call: SwapCall, { endsByNonce = false, deadlineMaxSec }: SwapExpectation): bigint | null {
  const mayCarryNone = endsByNonce && call.venue === "0x-allowance-holder" && call.nativeFromVaultBase > 0n;
  return call.deadlineSec ?? (mayCarryNone ? BigInt(deadlineMaxSec) : null);
}

function deadlineMismatches(
  deadlineSec: bigint | null,
  { deadlineMinSec, deadlineMaxSec }: SwapExpectation,
): Mismatch[] {
  const within = deadlineSec !== null && deadlineSec >= BigInt(deadlineMinSec) && deadlineSec <= BigInt(deadlineMaxSec);
  return differs(within, "deadline", `${deadlineMinSec} to ${deadlineMaxSec}`, String(deadlineSec ?? "none"));
}

/** The pool DEX can do both modes itself, so the mode and an exact output must be the request's own. */
function routerMismatches(call: RouterSwapCall, { mode, amountBase }: SwapExpectation): Mismatch[] {
  const exact = mode === "exactIn" || call.amountOutBase === amountBase;
  return [
    ...differs(call.mode === mode, "mode", mode, call.mode),
    ...differs(exact, "amount bought", String(amountBase), String(call.amountOutBase ?? "open")),
    ...call.payments.map(({ recipient, token }) => ({
      what: "payment",
      expected: "none",
      actual: `${token} to ${recipient}`,
    })),
    ...call.leftInRouter.map((token) => ({ what: "left in the router", expected: "nothing", actual: token })),
  ];
}

/** A quarter of a percent: what 0x itself charges lies below it. */
const MAX_FEE_BPS = 25n;

/** The only other payee allowed is the fee that the quote names: in its token, at most what it names, at most 25 bps in all. */
function feeMismatches({ payments, amountInBase }: ZeroExSwapCall, expected: SwapExpectation): Mismatch[] {
  const { fees = [], quotedOutBase = 0n } = expected;
  const paid = (token: string) => payments.reduce((sum, one) => sum + (one.token === token ? one.bps : 0n), 0n);
  const named = (token: Address): bigint => {
    const amountBase = fees.reduce((sum, fee) => sum + (sameAddress(fee.token, token) ? fee.amountBase : 0n), 0n);
    const isSold = sameAddress(token, canonicalToken(expected.tokenIn));
    const isBought = sameAddress(token, canonicalToken(expected.tokenOut));
    const wholeBase = isSold ? amountInBase : isBought ? quotedOutBase + amountBase : 0n;
    // Rounded up: a fee is cut off at whole units.
    return wholeBase === 0n ? 0n : (amountBase * 10_000n + wholeBase - 1n) / wholeBase;
  };
  const total = payments.reduce((sum, { bps }) => sum + bps, 0n);
  return [
    ...payments.flatMap(({ token, recipient }) =>
      differs(paid(token) <= named(token), "payment", `${named(token)} bps`, `${paid(token)} bps to ${recipient}`),
    ),
    ...differs(total <= MAX_FEE_BPS, "fee", `at most ${MAX_FEE_BPS} bps`, `${total} bps`),
  ];
}

/** Settler and operator as the vault's adapter wants them, and permits for exactly what is sold. */
function zeroExMismatches(call: ZeroExSwapCall, expected: SwapExpectation): Mismatch[] {
  const { mode, settlers = [], endsByNonce = false } = expected;
  const genuine = settlers.some((settler) => sameAddress(settler, call.target));
  const permitted = call.permits.reduce((sum, permit) => sum + permit.amountBase, 0n);
  const native = call.nativeFromVaultBase > 0n;
  const right = native
    ? permitted === 0n
    : mode === "exactIn"
      ? permitted === call.amountInBase
      : permitted <= call.amountInBase;
  return [
    ...differs(!(call.isInMulticall && endsByNonce), "call", "exec alone", "exec inside multicall"),
    ...differs(genuine, "settler", settlers.join(" or ") || "none known", call.target),
    ...differs(call.operator === call.target, "operator", call.target, call.operator),
    ...feeMismatches(call, expected),
    ...differs(right, "amount permitted", String(native ? 0n : call.amountInBase), String(permitted)),
    ...call.permits.flatMap((permit) => [
      ...differs(permit.token === call.tokenIn, "token permitted", call.tokenIn, permit.token),
      ...differs(
        permit.action !== "TRANSFER_FROM" || permit.recipient === call.target,
        "transfer to",
        call.target,
        permit.recipient,
      ),
    ]),
  ];
}

function differs(same: boolean, what: string, expected: string, actual: string): Mismatch[] {
  return same ? [] : [{ what, expected, actual }];
}

function describe(call: Exclude<VaultCall, SwapCall>): string {
  if (call.kind === "unknown" || call.kind === "unsupported") return `${call.kind}: ${call.reason}`;
  return call.kind === "unsupportedCommand" ? `${call.kind}: ${call.name}` : call.kind;
}

function reject({ venue }: SwapExpectation, { what, expected, actual }: Mismatch): Refusal {
  const details: Details = { venue, what, expected, actual };
  const message = `The calldata of ${venue} does not do what was asked (${what}: expected ${expected}, found ${actual}). It was thrown away: ask for a new quote, or use the other venue.`;
  return refuse("venue_calldata_rejected", message, details);
}
