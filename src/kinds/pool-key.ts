import type { Address } from "viem";

/** Currencies are lower case and in the order of their numbers; the fee in hundredths of a basis point. */
export type PoolKey = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address };
