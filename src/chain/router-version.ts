import type { Address } from "viem";
import type { ChainAddresses } from "./addresses.ts";

export type RouterVersion = "2.0" | "2.1.2";

type Known = Pick<ChainAddresses, "uniswapRouterAdapterUr20" | "uniswapRouterAdapterUr21">;

/**
 * Of the vaults' adapter, where its address alone determines it: 2.1 adds an argument to V2 and V3 swaps, so the wrong one reverts or is
 * read otherwise. `adapter` is what the authority maps execute() to. Undefined: its code decides (same-adapter-code.ts), or nothing is
 * built.
 */
export function routerVersion(adapter: Address, known: Known): RouterVersion | undefined {
  const lower = adapter.toLowerCase();
  if (lower === known.uniswapRouterAdapterUr20?.toLowerCase()) return "2.0";
  return lower === known.uniswapRouterAdapterUr21?.toLowerCase() ? "2.1.2" : undefined;
}
