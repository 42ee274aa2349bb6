export const PARTS_PER_BILLION = { whole: 1_000_000_000n, perBps: 100_000n } as const;
