/** How far and how much is read of a vault's logs. */
export const LOG_LIMITS = {
  /** Nodes answer over some thousands of blocks; a deposit can be filled for ten minutes. */
  lookBackBlocks: 5_000n,
  /** A vault's own are few; a longer list is no honest answer. */
  maxLogs: 1_000,
} as const;
