import type { Address } from "viem";
import type { Mismatch, SwapExpectation, SwapRules } from "../kinds/swap-rules.ts";
import type { SwapCall } from "../kinds/vault-call.ts";
import { sameAddress } from "../lib/normalize-address.ts";
import { differs } from "./check-swap-calldata.ts";
import { canonicalToken } from "./native-token.ts";
import type { ZeroExSwapCall } from "./swap-calls.ts";

/** Rules of exec(). */
export const zeroExSwapRules: SwapRules = {
  isOwn: isZeroExSwap,
  mismatches: (call, expected) => (isZeroExSwap(call) ? mismatches(call, expected) : []),
  // Decision D17: what the agent sends may leave the deadline of a native sale to its nonce.
  mayCarryNoDeadline: (call, { endsByNonce = false }) =>
    endsByNonce && isZeroExSwap(call) && call.nativeFromVaultBase > 0n,
};

function isZeroExSwap(call: SwapCall): call is ZeroExSwapCall {
  return call.venue === "0x-allowance-holder";
}

/** More than 0x itself charges. */
const MAX_FEE_BPS = 25n;

/** Only the quote's fee: in its token, at most its amount, at most 25 bps in all. */
function feeMismatches(
  { payments, amountInBase }: ZeroExSwapCall,
  expected: SwapExpectation,
): Mismatch[] {
  const { fees = [], quotedOutBase = 0n } = expected;
  const paid = (token: string) =>
    payments.reduce((sum, one) => sum + (one.token === token ? one.bps : 0n), 0n);
  const named = (token: Address): bigint => {
    const amountBase = fees.reduce(
      (sum, fee) => sum + (sameAddress(fee.token, token) ? fee.amountBase : 0n),
      0n,
    );
    const isSold = sameAddress(token, canonicalToken(expected.tokenIn));
    const isBought = sameAddress(token, canonicalToken(expected.tokenOut));
    const wholeBase = isSold ? amountInBase : isBought ? quotedOutBase + amountBase : 0n;
    // Rounded up: a fee is cut off at whole units.
    return wholeBase === 0n ? 0n : (amountBase * 10_000n + wholeBase - 1n) / wholeBase;
  };
  const total = payments.reduce((sum, { bps }) => sum + bps, 0n);
  return [
    ...payments.flatMap(({ token, recipient }) =>
      differs(
        paid(token) <= named(token),
        "payment",
        `${named(token)} bps`,
        `${paid(token)} bps to ${recipient}`,
      ),
    ),
    ...differs(total <= MAX_FEE_BPS, "fee", `at most ${MAX_FEE_BPS} bps`, `${total} bps`),
  ];
}

/** Demands of the vault's adapter, and permits for exactly what is sold. */
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
    ...differs(
      right,
      "amount permitted",
      String(native ? 0n : call.amountInBase),
      String(permitted),
    ),
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
