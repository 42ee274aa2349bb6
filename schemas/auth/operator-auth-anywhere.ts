import { everyChainId } from "../chains.ts";
import { operatorAuth } from "./operator-auth.ts";

/**
 * Also takes a venue's own chain: for delegation, limits kept there, and approvals of calls there.
 */
export const operatorAuthAnywhere = operatorAuth.extend({
  chainId: everyChainId.describe("The chain the vault exists on."),
});
