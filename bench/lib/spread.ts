/** Median and quartiles of what was measured: by rank, of an even count the upper one. */
export function spreadOf(values: readonly number[]): { low: number; median: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

/** "1.23 (1.20 to 1.31)" */
export const spreadText = (values: readonly number[], digits: number): string => {
  const { low, median, high } = spreadOf(values);
  return `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
};
