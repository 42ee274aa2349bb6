import type { Address } from "viem";
import type { PoolKey } from "./pool-key.ts";

export type V3Pool = { address: Address; token0: Address; token1: Address; fee: number };

/** What a venue server needs to know of the chain it prices on. It keeps no prices of its own. */
export type VenueOptions = {
  rpcUrl: string;
  chainId: number;
  /** The pools it routes over; one with a hook is not routed over. */
  pools: readonly PoolKey[];
  /** Uniswap v3 pools, of which only the pool DEX knows. */
  v3Pools?: readonly V3Pool[];
  addresses: {
    v3Quoter: Address;
    v4Quoter: Address;
    poolManager: Address;
    universalRouter: Address;
    permit2: Address;
    allowanceHolder: Address;
    zeroExDeployer: Address;
    /** Traded as the native coin, wrapped and unwrapped on the way. */
    wrappedNative: Address;
  };
  apiKey: string;
  /** Default: a free one. */
  port?: number;
};
