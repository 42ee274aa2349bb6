/** The rest is for prices that move until the vault's own check. */
const USED_PERCENT = 95n;
const WHOLE = 10_000n * 100n;

/** The vault refuses what moves its NAV by more than the sync tolerance, so a wider gap is closed in several runs. */
export function withinTolerance(value18: bigint, totalValue18: bigint, toleranceBps: number): bigint {
  const most = (totalValue18 * BigInt(toleranceBps) * USED_PERCENT) / WHOLE;
  return value18 < most ? value18 : most;
}
