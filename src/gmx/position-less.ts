import { smaller } from "../lib/smaller.ts";
import type { GmxOrder, GmxPosition } from "./gmx-position.ts";

/** A position as an exit of a part of it would leave it: fewer tokens in proportion, and the collateral that it names gone. */
export function positionLess(
  position: GmxPosition,
  { sizeDeltaUsd, collateralDeltaBase }: Pick<GmxOrder, "sizeDeltaUsd" | "collateralDeltaBase">,
): GmxPosition {
  const { sizeUsd, sizeTokens, collateralBase } = position;
  const closed = smaller(sizeDeltaUsd, sizeUsd);
  return {
    ...position,
    sizeUsd: sizeUsd - closed,
    sizeTokens: sizeUsd === 0n ? 0n : sizeTokens - (sizeTokens * closed) / sizeUsd,
    collateralBase: collateralBase - collateralDeltaBase,
  };
}
