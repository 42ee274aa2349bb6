import type { Address } from "viem";

/** A token on one chain. The zero address is the native coin. `symbol` is for display only. */
export type Token = { address: Address; symbol: string; decimals: number };
