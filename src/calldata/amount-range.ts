/** What is known of an amount in base units: at least `lo`, at most `hi`; `hi` null means no upper bound is known. */
export type AmountRange = { lo: bigint; hi: bigint | null };
