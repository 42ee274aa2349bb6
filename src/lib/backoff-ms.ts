const FIRST_MS = 30_000;
const LONGEST_MS = 30 * 60_000;

/** 30 s after the first failed sending, doubled up to 30 minutes. */
export const backoffMs = (failures: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
