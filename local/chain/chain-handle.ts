import type { Address, Hex } from "viem";
import type { ChainAccount, ChainRole } from "./chain-accounts.ts";
import type { ChainLayout, LocalChainId } from "./chain-layout.ts";
import type { TokenSymbol } from "./chain-tokens.ts";

export type V4Pool = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
  poolId: Hex;
  /** Price at start, where `movePoolPrice` to 10000 bps returns to. */
  sqrtPriceX96: string;
};

export type V3Pool = {
  address: Address;
  token0: Address;
  token1: Address;
  fee: number;
  sqrtPriceX96: string;
};

/** Everything another process needs to use a running local chain; plain JSON. */
export type ChainHandle = {
  rpcUrl: string;
  chainId: LocalChainId;
  addresses: ChainLayout["addresses"];
  tokens: Record<TokenSymbol, Address>;
  pools: { v4: Record<string, V4Pool>; v3: Record<string, V3Pool> };
  accounts: Record<ChainRole, ChainAccount>;
};
