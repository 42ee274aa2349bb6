import type { Address } from "viem";

export type RouterVersion = "2.0" | "2.1.2";

const ZERO = "0x0000000000000000000000000000000000000000";

/**
 * The router version that calldata for a chain's vaults must be built for: 2.1 adds an argument to V2 and V3 swaps, so
 * the wrong one reverts. `adapter` is what the authority maps execute() to, undefined when that could not be read;
 * `adapterUr20` the adapter known to be from before the upgrade. Source of the rule: docs/facts/venues.md 3.
 */
export function routerVersion(adapter: Address | undefined, adapterUr20: Address): RouterVersion {
  if (adapter === undefined || adapter === ZERO) return "2.0";
  return adapter.toLowerCase() === adapterUr20.toLowerCase() ? "2.0" : "2.1.2";
}
