import { differs } from "../calldata/check-swap-calldata.ts";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeRouterCall } from "../calldata/decode-router-call.ts";
import { pinExactOutput, setRouterDeadline } from "../calldata/execute-calldata.ts";
import type { RouterSwapCall } from "../calldata/swap-calls.ts";
import type { Mismatch, SwapExpectation, SwapRules } from "../kinds/swap-rules.ts";
import type { SwapCall } from "../kinds/vault-call.ts";
import type { VenueCalldata } from "../kinds/venue.ts";
import { allow } from "../lib/verdict.ts";

/** The vault's execute(). */
export const routerSwapRules: SwapRules = {
  isOwn: isRouterSwap,
  mismatches: (call, expected) => (isRouterSwap(call) ? mismatches(call, expected) : []),
};

function isRouterSwap(call: SwapCall): call is RouterSwapCall {
  return call.venue !== "0x-allowance-holder";
}

/** The pool DEX does both modes, so the mode and an exact output must be the request's own. */
function mismatches(call: RouterSwapCall, { mode, amountBase }: SwapExpectation): Mismatch[] {
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

/** Calls of the Universal Router's execute(). */
export const uniswapCalldata: VenueCalldata = {
  dated: (data, { deadlineSec, router }) => {
    const routed = setRouterDeadline(data, deadlineSec);
    // Its exact outputs take "whatever is due"; pinned, they take the exact amount or revert.
    return routed.ok ? allow(pinExactOutput(routed.value, router)) : routed;
  },
  read: boundedDecode(decodeRouterCall),
  rules: routerSwapRules,
};
