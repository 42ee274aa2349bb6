/** Whole basis points of a percentage given as a JSON number, cut off: 0.5 -> 50. A tolerance is never widened by rounding. */
export const percentToBps = (percent: number): number => Math.floor(Math.round(percent * 1e6) / 1e4);
