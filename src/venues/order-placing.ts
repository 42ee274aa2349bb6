/** How far the venue's clock may be behind ours. */
const SKEW_MS = 5_000;

export const orderPlacing = {
  SKEW_MS,
  /** One that was placed before it was written down is another, with the same id. */
  isOf: ({ placedMs }: { placedMs: number }, writtenMs: number): boolean => placedMs >= writtenMs - SKEW_MS,
};
