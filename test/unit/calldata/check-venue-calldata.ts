import { checkSwapCalldata } from "../../../src/calldata/check-swap-calldata.ts";
import { routerSwapRules } from "../../../src/calldata/router-swap-rules.ts";
import { zeroExSwapRules } from "../../../src/calldata/zeroex-swap-rules.ts";
import type { VaultCall } from "../../../src/kinds/vault-call.ts";
import type { SwapExpectation } from "../../../src/kinds/venue.ts";

const RULES = { "0x": zeroExSwapRules, uniswap: routerSwapRules };

/** Calldata against what was asked, by the rules of the venue that was asked. */
export const checkVenueCalldata = (call: VaultCall, expected: SwapExpectation) =>
  checkSwapCalldata(call, expected, RULES[expected.venue]);
