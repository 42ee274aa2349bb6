/**
 * What a way out closes at its mark or quote, and the least that its calldata takes for it, in one
 * unit of its rule's choice (decision D67).
 */
export type ExitFigures = { markBase: bigint; leastBase: bigint };

/** It has no price, and all of it goes to the vault. */
export const UNPRICED_EXIT: ExitFigures = { markBase: 0n, leastBase: 0n };
