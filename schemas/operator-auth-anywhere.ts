import { everyChainId } from "./chains.ts";
import { operatorAuth } from "./operator-auth.ts";

/** Where a venue's own chain may be named as well: delegation, the limits kept there, and the word on a call there. */
export const operatorAuthAnywhere = operatorAuth.extend({
  chainId: everyChainId.describe("The chain the vault exists on."),
});
