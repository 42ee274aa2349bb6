import type { Mismatch, SwapExpectation, SwapRules } from "../kinds/swap-rules.ts";
import type { SwapCall } from "../kinds/vault-call.ts";
import { differs } from "./check-swap-calldata.ts";
import type { RouterSwapCall } from "./swap-calls.ts";

/** Rules of execute(). */
export const routerSwapRules: SwapRules = {
  isOwn: isRouterSwap,
  mismatches: (call, expected) => (isRouterSwap(call) ? mismatches(call, expected) : []),
};

function isRouterSwap(call: SwapCall): call is RouterSwapCall {
  return call.venue !== "0x-allowance-holder";
}

/** The pool DEX does both modes, so mode and exact output must be the request's. */
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
    ...call.leftInRouter.map((token) => ({
      what: "left in the router",
      expected: "nothing",
      actual: token,
    })),
  ];
}
