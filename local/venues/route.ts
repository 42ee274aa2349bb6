import type { Address } from "viem";
import type { PoolKey } from "./pool-key.ts";

export type Hop = { pool: PoolKey; tokenIn: Address; tokenOut: Address };
/** Hops from the sold to the bought token, never empty. */
export type Route = readonly [Hop, ...Hop[]];
