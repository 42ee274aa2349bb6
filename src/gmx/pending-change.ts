import { smaller } from "../lib/larger.ts";
import { GMX_ORDER_TYPE } from "./gmx-order-type.ts";
import type { GmxOrder, GmxPosition } from "./gmx-position.ts";
import { gmxScale } from "./gmx-scale.ts";

/** Of a position's size, and of what stands behind it, in dollars. */
export type PendingChange = { sizeUsd: bigint; netUsd: bigint };

type Ordered = Pick<GmxOrder, "orderType" | "sizeDeltaUsd" | "collateralDeltaBase">;
type Around = {
  position: GmxPosition;
  /** By then: an exit of as much closes all of it, and takes whatever is behind it. */
  wholeUsd: bigint;
  /** Of the collateral token, the lower one. */
  collateralPrice: bigint;
  /** A part of it is paid out with each decrease. */
  profitUsd: bigint;
  feeFactor: bigint;
};

/** Undefined for an order that closes all of the position, and for a kind that a vault cannot make. */
export function pendingChange(
  { orderType, sizeDeltaUsd, collateralDeltaBase }: Ordered,
  { position, wholeUsd, collateralPrice, profitUsd, feeFactor }: Around,
): PendingChange | undefined {
  const { marketIncrease, marketDecrease, limitDecrease, stopLossDecrease } = GMX_ORDER_TYPE;
  const collateralUsd = gmxScale.usdOf(collateralDeltaBase, collateralPrice);
  if (orderType === marketIncrease)
    return { sizeUsd: sizeDeltaUsd, netUsd: collateralUsd - gmxScale.part(sizeDeltaUsd, feeFactor) };
  const takes: readonly number[] = [marketDecrease, limitDecrease, stopLossDecrease];
  if (!takes.includes(orderType) || sizeDeltaUsd >= wholeUsd) return undefined;
  const closed = smaller(sizeDeltaUsd, position.sizeUsd);
  const paid = profitUsd > 0n && position.sizeUsd > 0n ? (profitUsd * closed) / position.sizeUsd : 0n;
  return { sizeUsd: -closed, netUsd: -collateralUsd - paid };
}
