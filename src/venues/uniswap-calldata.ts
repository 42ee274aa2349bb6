import { boundedDecode } from "../calldata/bounded-decode.ts";
import { decodeRouterCall } from "../calldata/decode-router-call.ts";
import { pinExactOutput } from "../calldata/pin-exact-output.ts";
import { routerSwapRules } from "../calldata/router-swap-rules.ts";
import { setRouterDeadline } from "../calldata/set-router-deadline.ts";
import type { VenueCalldata } from "../kinds/venue.ts";
import { allow } from "../lib/verdict.ts";

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
