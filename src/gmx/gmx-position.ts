import type { Address, Hex } from "viem";
import { larger } from "../lib/larger.ts";
import { gmxScale } from "./gmx-scale.ts";

/** Size in dollars (30 decimals) and in base units of the index token; collateral in base units. */
export type GmxPosition = {
  market: Address;
  collateralToken: Address;
  isLong: boolean;
  sizeUsd: bigint;
  sizeTokens: bigint;
  collateralBase: bigint;
};

/** A pending order as the chain has it. */
export type GmxOrder = {
  key: Hex;
  market: Address;
  collateralToken: Address;
  isLong: boolean;
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
  /** Of the collateral token, the lower one. */
  collateralPrice: bigint;
  /** Of a close: fee, borrowing and funding owed. */
  costsUsd: bigint;
  /** Of the market: least collateral for a size, and the most impact at a liquidation. */
  minCollateralFactor: bigint;
  maxImpactFactor: bigint;
  minCollateralUsd: bigint;
  /** Its value moves with the position's. */
  isIndexCollateral: boolean;
};

/** Formulas of gmx-synthetics, PositionUtils.sol; compared with GMX's own SDK in tests. */
export const gmxPosition = {
  /** Dollars for one base unit; 0 for an empty position. */
  entryPrice: ({ sizeUsd, sizeTokens }: GmxPosition): bigint => gmxScale.baseOf(sizeUsd, sizeTokens),
  /** Without fees, impact and GMX's cap on profit. */
  pnlUsd: ({ isLong, sizeUsd, sizeTokens }: GmxPosition, price: bigint): bigint =>
    isLong ? sizeTokens * price - sizeUsd : sizeUsd - sizeTokens * price,
  /** Over what is left of the collateral, in basis points of 1x; null where nothing is left. */
  leverageBps: (sizeUsd: bigint, remainingUsd: bigint): bigint | null =>
    remainingUsd <= 0n ? null : (sizeUsd * 10_000n) / remainingUsd,
  /** With the most impact that GMX charges then; null where no price liquidates it. */
  liquidationPrice: (position: GmxPosition, margin: Margin): bigint | null => {
    const { isLong, sizeUsd, sizeTokens, collateralBase } = position;
    if (sizeUsd <= 0n || sizeTokens <= 0n) return null;
    const least = larger(gmxScale.part(sizeUsd, margin.minCollateralFactor), margin.minCollateralUsd);
    const needed = least + gmxScale.part(sizeUsd, margin.maxImpactFactor) + margin.costsUsd;
    const own = margin.isIndexCollateral ? collateralBase : 0n;
    const held = margin.isIndexCollateral ? 0n : gmxScale.usdOf(collateralBase, margin.collateralPrice);
    const [numerator, denominator] = isLong
      ? [sizeUsd + needed - held, sizeTokens + own]
      : [sizeUsd - needed + held, sizeTokens - own];
    // A short with more of the token as collateral than it owes gains at every price.
    if (denominator <= 0n) return null;
    const price = numerator / denominator;
    return price > 0n ? price : null;
  },
};
