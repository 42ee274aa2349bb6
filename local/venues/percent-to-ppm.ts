/** Percent as parts per million, so that 0.5 and 0.55 stay exact. */
export function percentToPpm(percent: number): bigint {
  return BigInt(Math.round(percent * 10_000));
}
