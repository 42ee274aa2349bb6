/** In base units; `hi` null: no upper bound is known. */
export type AmountRange = { lo: bigint; hi: bigint | null };
