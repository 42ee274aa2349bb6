import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import { formatUnits } from "../lib/format-units.ts";

/** What the shields compared, in words. */
export function figureLines({
  swapShield,
  navShield,
  poolPrice,
  secondPrice,
  perpEntry,
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
  if (perpEntry !== undefined) lines.push(entryLine(perpEntry));
  if (oracleWarning !== undefined) lines.push(oracleWarning.message);
  return [...lines, ...warnings.map(({ message }) => message)];
}

/** What the limits of perpetuals compared. */
function entryLine(entry: NonNullable<ShieldFigures["perpEntry"]>): string {
  const percent = (bps: string): string => `${formatUnits(BigInt(bps), 2)}%`;
  const { leverageHundredths, collateralBps, notionalBps, liquidationDistanceBps, priceDeviationBps, priceAgeSec } =
    entry;
  const liquidated =
    liquidationDistanceBps === null
      ? "cannot be liquidated"
      : `liquidated ${percent(liquidationDistanceBps)} from the mark`;
  return `Entry: ${formatUnits(BigInt(leverageHundredths), 2)}x, collateral ${percent(collateralBps)} and all positions ${percent(notionalBps)} of the vault, ${liquidated}; at most ${percent(priceDeviationBps)} worse than a mark of ${priceAgeSec} s ago`;
}
