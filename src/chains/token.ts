import type { Address } from "viem";
import type { ChainToken } from "./chain.ts";

/** A token with its marks; no mark is left to a default. */
export const token = (
  symbol: string,
  address: Address,
  decimals: number | null,
  marks: readonly ("deep" | "bridged")[],
): ChainToken => ({
  symbol,
  address,
  decimals,
  deep: marks.includes("deep"),
  bridged: marks.includes("bridged"),
});
