import type { Address, Hex } from "viem";
import { larger, smaller } from "../lib/integers.ts";
import { gmxScale } from "./gmx-scale.ts";

type OfPosition = { market: Address; collateralToken: Address; isLong: boolean };

/** USD (30 decimals), index tokens and collateral in base units. */
export type GmxPosition = OfPosition & {
  sizeUsd: bigint;
  sizeTokens: bigint;
  collateralBase: bigint;
};

/** True where an order or position is of the same position. */
export const isSamePosition = (a: OfPosition, b: OfPosition): boolean =>
  a.market === b.market && a.collateralToken === b.collateralToken && a.isLong === b.isLong;

export type GmxOrder = OfPosition & {
  key: Hex;
  orderType: number;
  sizeDeltaUsd: bigint;
  collateralDeltaBase: bigint;
  triggerPrice: bigint;
  acceptablePrice: bigint;
  executionFeeWei: bigint;
  minOutputBase: bigint;
  validFromSec: bigint;
  updatedAtSec: bigint;
  isFrozen: boolean;
  autoCancel: boolean;
};

type Margin = {
  /** Lower price of the collateral token. */
  collateralPrice: bigint;
  /** Costs of a full close: fee, borrowing and funding. */
  costsUsd: bigint;
  minCollateralFactor: bigint;
  maxImpactFactor: bigint;
  minCollateralUsd: bigint;
  isIndexCollateral: boolean;
};

/** gmx-synthetics, PositionUtils.sol; tests compare with GMX's SDK. */
export const gmxPosition = {
  /** USD per base unit; 0 for an empty position. */
  entryPrice: ({ sizeUsd, sizeTokens }: GmxPosition): bigint =>
    gmxScale.baseOf(sizeUsd, sizeTokens),
  /** Without fees, impact and GMX's cap on profit. */
  pnlUsd: ({ isLong, sizeUsd, sizeTokens }: GmxPosition, price: bigint): bigint =>
    isLong ? sizeTokens * price - sizeUsd : sizeUsd - sizeTokens * price,
  /** Basis points of 1x; null where nothing is left. */
  leverageBps: (sizeUsd: bigint, remainingUsd: bigint): bigint | null =>
    remainingUsd <= 0n ? null : (sizeUsd * 10_000n) / remainingUsd,
  /** At the largest impact that GMX charges; null: none liquidates it. */
  liquidationPrice: (position: GmxPosition, margin: Margin): bigint | null => {
    const { isLong, sizeUsd, sizeTokens, collateralBase } = position;
    if (sizeUsd <= 0n || sizeTokens <= 0n) return null;
    const least = larger(
      gmxScale.part(sizeUsd, margin.minCollateralFactor),
      margin.minCollateralUsd,
    );
    const needed = least + gmxScale.part(sizeUsd, margin.maxImpactFactor) + margin.costsUsd;
    const own = margin.isIndexCollateral ? collateralBase : 0n;
    const held = margin.isIndexCollateral
      ? 0n
      : gmxScale.usdOf(collateralBase, margin.collateralPrice);
    const [numerator, denominator] = isLong
      ? [sizeUsd + needed - held, sizeTokens + own]
      : [sizeUsd - needed + held, sizeTokens - own];
    // A short with more of the token as collateral than it owes gains at every price.
    if (denominator <= 0n) return null;
    const price = numerator / denominator;
    return price > 0n ? price : null;
  },
};

/** gmx-synthetics, Order.sol: OrderType. A vault makes one kind of entry and three of exit. */
export const GMX_ORDER_TYPE = {
  marketIncrease: 2,
  limitIncrease: 3,
  marketDecrease: 4,
  limitDecrease: 5,
  stopLossDecrease: 6,
  liquidation: 7,
  stopIncrease: 8,
} as const;

/** Exits that a vault can order. */
export const GMX_EXIT_TYPES: readonly number[] = [
  GMX_ORDER_TYPE.marketDecrease,
  GMX_ORDER_TYPE.limitDecrease,
  GMX_ORDER_TYPE.stopLossDecrease,
];

type GmxOrderType = keyof typeof GMX_ORDER_TYPE;

/** Undefined for a swap or an unknown code. */
export const orderTypeName = (code: number): GmxOrderType | undefined =>
  // Safe: the keys of the table are its own names.
  (Object.keys(GMX_ORDER_TYPE) as GmxOrderType[]).find((name) => GMX_ORDER_TYPE[name] === code);

/** Change of a position's size and net value, in USD. */
export type PendingChange = { sizeUsd: bigint; netUsd: bigint };

type Ordered = Pick<GmxOrder, "orderType" | "sizeDeltaUsd" | "collateralDeltaBase">;
type Around = {
  position: GmxPosition;
  /** An exit of as much closes all of it. */
  wholeUsd: bigint;
  collateralPrice: bigint;
  /** Each decrease pays out a part of it. */
  profitUsd: bigint;
  feeFactor: bigint;
};

/** Undefined for a full close and for kinds that a vault cannot make. */
export function pendingChange(
  { orderType, sizeDeltaUsd, collateralDeltaBase }: Ordered,
  { position, wholeUsd, collateralPrice, profitUsd, feeFactor }: Around,
): PendingChange | undefined {
  const collateralUsd = gmxScale.usdOf(collateralDeltaBase, collateralPrice);
  if (orderType === GMX_ORDER_TYPE.marketIncrease)
    return {
      sizeUsd: sizeDeltaUsd,
      netUsd: collateralUsd - gmxScale.part(sizeDeltaUsd, feeFactor),
    };
  if (!GMX_EXIT_TYPES.includes(orderType) || sizeDeltaUsd >= wholeUsd) return undefined;
  const closed = smaller(sizeDeltaUsd, position.sizeUsd);
  const paid =
    profitUsd > 0n && position.sizeUsd > 0n ? (profitUsd * closed) / position.sizeUsd : 0n;
  return { sizeUsd: -closed, netUsd: -collateralUsd - paid };
}
