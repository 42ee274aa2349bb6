import type { GmxPosition } from "./gmx-position.ts";
import { gmxScale } from "./gmx-scale.ts";

type Increase = { sizeDeltaUsd: bigint; collateralDeltaBase: bigint; feeBase: bigint };

/**
 * At `price`: size in tokens is what the dollars buy there (a long gets the fewest at the highest price, rounded down; a short owes the most
 * at the lowest, rounded up); the fee comes off the collateral.
 */
export function positionAfter(
  position: GmxPosition,
  { sizeDeltaUsd, collateralDeltaBase, feeBase }: Increase,
  price: bigint,
): GmxPosition {
  const bought = gmxScale.baseOf(position.isLong ? sizeDeltaUsd : sizeDeltaUsd + (price - 1n), price);
  return {
    ...position,
    sizeUsd: position.sizeUsd + sizeDeltaUsd,
    sizeTokens: position.sizeTokens + bought,
    collateralBase: position.collateralBase + collateralDeltaBase - feeBase,
  };
}
