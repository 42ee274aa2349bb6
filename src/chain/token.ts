import type { Address } from "viem";

/** The zero address is the native coin. `symbol` is for display only. */
export type Token = { address: Address; symbol: string; decimals: number };
