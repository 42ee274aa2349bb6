/** Redis' inclusive range with negative indexes from the end, as `[from, to)` within `length`. */
export function sliceRange(
  start: number,
  stop: number,
  length: number,
): [from: number, to: number] {
  const from = Math.max(start < 0 ? length + start : start, 0);
  const last = Math.min(stop < 0 ? length + stop : stop, length - 1);
  return from > last ? [0, 0] : [from, last + 1];
}
