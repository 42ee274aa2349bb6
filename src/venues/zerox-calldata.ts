import type { Address, Hex } from "viem";
import { differs } from "../calldata/check-swap-calldata.ts";
import { deadlineMulticall } from "../calldata/deadline-multicall.ts";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeExecCall } from "../calldata/decode-exec-call.ts";
import { capPermitDeadline } from "../calldata/exec-calldata.ts";
import { canonicalToken } from "../calldata/native-token.ts";
import type { ZeroExSwapCall } from "../calldata/swap-calls.ts";
import type { Mismatch, SwapExpectation, SwapRules } from "../kinds/swap-rules.ts";
import type { SwapCall } from "../kinds/vault-call.ts";
import type { Dating, VenueCalldata } from "../kinds/venue.ts";
import { sameAddress } from "../lib/normalize-address.ts";
import { allow } from "../lib/verdict.ts";

/** The vault's exec(). */
export const zeroExSwapRules: SwapRules = {
  isOwn: isZeroExSwap,
  mismatches: (call, expected) => (isZeroExSwap(call) ? mismatches(call, expected) : []),
  // Decision 159: what the agent sends may leave the deadline of a native sale to its nonce.
  mayCarryNoDeadline: (call, { endsByNonce = false }) =>
    endsByNonce && isZeroExSwap(call) && call.nativeFromVaultBase > 0n,
};

function isZeroExSwap(call: SwapCall): call is ZeroExSwapCall {
  return call.venue === "0x-allowance-holder";
}

/** What 0x itself charges lies below it. */
const MAX_FEE_BPS = 25n;

/** Only the fee that the quote names: in its token, at most what it names, at most 25 bps in all. */
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

/** As the vault's adapter wants them, and permits for exactly what is sold. */
function mismatches(call: ZeroExSwapCall, expected: SwapExpectation): Mismatch[] {
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

const read = boundedDecode(decodeExecCall);

/** Calls of exec() around a Settler's execute(). */
export const zeroXCalldata: VenueCalldata = {
  dated: (data, how) => {
    const lowered = capPermitDeadline(data, how.deadlineSec);
    return lowered.ok ? allow(dated(lowered.value, how)) : lowered;
  },
  read,
  rules: zeroExSwapRules,
};

/**
 * A native sale may carry no deadline. What the owner signs goes into the vault's own multicall, which does; the agent, who has exec alone,
 * sends it as it is, and it ends when its nonce is freed (decision 159).
 */
function dated(data: Hex, { deadlineSec, router, endsByNonce }: Dating): Hex {
  if (endsByNonce) return data;
  const call = read(data, router);
  const isUndated = call.kind === "swap" && call.deadlineSec === null && call.nativeFromVaultBase > 0n;
  return isUndated ? deadlineMulticall.encode(data, deadlineSec) : data;
}
