import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeRouterCall } from "../calldata/decode-router-call.ts";
import { pinExactOutput, setRouterDeadline } from "../calldata/execute-calldata.ts";
import { routerSwapRules } from "../calldata/router-swap-rules.ts";
import type { VenueCalldata } from "../kinds/venue.ts";
import { allow } from "../lib/verdict.ts";

/** Calldata of the Universal Router's execute(). */
export const uniswapCalldata: VenueCalldata = {
  dated: (data, { deadlineSec, router }) => {
    const routed = setRouterDeadline(data, deadlineSec);
    // An exact output takes "whatever is due"; pinned, it takes the exact amount or reverts.
    return routed.ok ? allow(pinExactOutput(routed.value, router)) : routed;
  },
  read: boundedDecode(decodeRouterCall),
  rules: routerSwapRules,
};
