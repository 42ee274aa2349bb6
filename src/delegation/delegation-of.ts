import type { Address, Hex } from "viem";
import type { DelegationCall } from "./delegation-call.ts";

/** What the calldata of `encodeDelegation` has to mean, for the reader that checks it. */
export const delegationOf = (
  agent: Address,
  selectors: readonly Hex[],
  change: "grant" | "revoke",
): DelegationCall => ({
  kind: "delegation",
  changes: selectors.map((selector) => ({ delegated: agent, selector, isDelegated: change === "grant" })),
});
