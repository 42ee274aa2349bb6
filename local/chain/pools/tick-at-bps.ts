/** The tick at so many bps of the price of `startTick`. */
export function tickAtBps(startTick: number, toPriceBps: number): number {
  return startTick + Math.round(Math.log(toPriceBps / 10_000) / Math.log(1.0001));
}
