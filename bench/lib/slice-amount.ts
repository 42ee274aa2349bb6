/** What a slice of the benchmark sells, as the order says it and in base units of USDC. */
export const SLICE_AMOUNT = { usdc: 20, base: 20_000_000n } as const;
