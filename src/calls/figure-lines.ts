import type { ShieldFigures } from "../pipeline/execution-outcome.ts";

/** What the shields compared, in words. */
export function figureLines({
  swapShield,
  navShield,
  poolPrice,
  secondPrice,
  oracleWarning,
  warnings = [],
}: ShieldFigures): string[] {
  const lines: string[] = [];
  if (swapShield !== null) {
    lines.push(
      swapShield.priceFeedExists
        ? `Swap Shield: ${swapShield.deltaBps} bps from the oracle (tolerance ${swapShield.toleranceBps} bps)`
        : "Swap Shield: no price feed; allowed because the vault does not track the token sold",
    );
  }
  if (poolPrice !== undefined) {
    const { deltaBps, toleranceBps } = poolPrice;
    lines.push(`Swap Shield: the pool's price is ${deltaBps} bps from the oracle (tolerance ${toleranceBps} bps)`);
  }
  if (secondPrice !== undefined) {
    const { poolPrice: pool, oraclePrice, soldPrice, boughtPrice } = secondPrice;
    lines.push(
      `Prices: pool ${pool}, oracle ${oraclePrice}, sold at a venue ${soldPrice}, bought there ${boughtPrice}`,
    );
  }
  if (navShield !== null) {
    lines.push(
      navShield.measured
        ? `NAV Shield: loss of ${navShield.lossBps} bps per unit (threshold ${navShield.thresholdBps} bps)`
        : "NAV Shield: nothing to measure, the vault is empty",
    );
  }
  if (oracleWarning !== undefined) lines.push(oracleWarning.message);
  return [...lines, ...warnings.map(({ message }) => message)];
}
