/** How far the venue's clock may be behind ours. */
const SKEW_MS = 5_000;

/** When the venue says that an order was placed, against when it was written down here. */
export const orderPlacing = {
  SKEW_MS,
  /** Whether the order that the venue knows by an id is the one that was written down: one placed before is another, with the same id. */
  isOf: ({ placedMs }: { placedMs: number }, writtenMs: number): boolean => placedMs >= writtenMs - SKEW_MS,
};
