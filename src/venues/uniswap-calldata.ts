import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeRouterCall } from "../calldata/decode-router-call.ts";
import { pinExactOutput, setRouterDeadline } from "../calldata/execute-calldata.ts";
import { routerSwapRules } from "../calldata/router-swap-rules.ts";
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
