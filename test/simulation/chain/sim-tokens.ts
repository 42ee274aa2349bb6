import type { Address } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";

/** The two tokens that are traded, on each simulated chain. */
export function simTokens(chainId: ChainId): { usdc: Address; weth: Address } {
  const { tokens, usdc } = chainAddresses(chainId);
  const weth = tokens.find(({ symbol }) => symbol === "WETH");
  if (weth === undefined) throw new Error(`chain ${chainId} has no WETH in its table`);
  return { usdc, weth: weth.address };
}
