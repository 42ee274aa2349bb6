import { checkSwapCalldata } from "../../../src/calldata/check-swap-calldata.ts";
import type { SwapExpectation } from "../../../src/kinds/swap-rules.ts";
import type { VaultCall } from "../../../src/kinds/vault-call.ts";
import { routerSwapRules } from "../../../src/venues/uniswap-calldata.ts";
import { zeroExSwapRules } from "../../../src/venues/zerox-calldata.ts";

const RULES = { "0x": zeroExSwapRules, uniswap: routerSwapRules };

/** Calldata against what was asked, by the rules of the venue that was asked. */
export const checkVenueCalldata = (call: VaultCall, expected: SwapExpectation) =>
  checkSwapCalldata(call, expected, RULES[expected.venue]);
