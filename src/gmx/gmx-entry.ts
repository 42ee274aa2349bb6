import type { Address } from "viem";
import { smaller } from "../lib/integers.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { GMX } from "./gmx.ts";
import {
  GMX_ORDER_TYPE,
  type GmxOrder,
  type GmxPosition,
  gmxPosition,
  isSamePosition,
  type PendingChange,
  pendingChange,
} from "./gmx-position.ts";
import { type GmxPrice, gmxReads } from "./gmx-reads.ts";
import { gmxScale } from "./gmx-scale.ts";
import { positionView } from "./position-view.ts";
import type { GmxAccount } from "./read-gmx-account.ts";

type Order = Parameters<typeof isSamePosition>[0] & {
  sizeDeltaUsd: bigint;
  collateralDeltaBase: bigint;
  acceptablePrice: bigint;
  indexToken: Address;
  collateralPrice: GmxPrice;
};

type GmxEntry = {
  addedCollateral: bigint;
  position: { size: bigint; collateral: bigint; isLong: boolean };
  totalNotional: bigint;
  acceptablePrice: bigint;
  liquidationPrice: bigint | null;
};

/**
 * The position at its acceptable price, with all waiting orders that make it riskier. Losses and
 * costs reduce collateral, profits do not add. Refuses with perp_below_minimum or
 * perp_action_forbidden.
 */
export function gmxEntry(order: Order, account: GmxAccount): Verdict<GmxEntry> {
  const { positions, orders, minCollateralUsd, minPositionUsd, risks } = account;
  const risk = risks.get(order.market);
  if (risk === undefined) throw new Error("the market's factors were not read");
  if (BigInt(orders.length) >= gmxReads.MOST_ORDERS)
    return refuse(
      "perp_action_forbidden",
      "The vault has too many pending orders to be read in full. Cancel some first.",
      {
        orders: orders.length,
      },
    );
  const isSame = (one: GmxOrder) => isSamePosition(one, order);
  const info = positions.find(({ position }) => isSamePosition(position, order));
  const waiting = orders.filter(({ orderType }) => orderType === GMX_ORDER_TYPE.marketIncrease);
  if (info === undefined) {
    const opening = waiting
      .filter((one) => !isSame(one))
      .map((one) => `${one.market}${one.collateralToken}${one.isLong}`);
    const count = positions.length + new Set(opening).size;
    if (count >= GMX.maxPositions)
      return refuse(
        "perp_action_forbidden",
        `The vault has ${count} positions at GMX, open or ordered, and ${GMX.maxPositions} ` +
          "is the most. Close one first.",
        { positions: count, most: GMX.maxPositions },
      );
  }
  const view = info && positionView(info, account);
  const start: GmxPosition = info?.position ?? {
    market: order.market,
    collateralToken: order.collateralToken,
    isLong: order.isLong,
    sizeUsd: 0n,
    sizeTokens: 0n,
    collateralBase: 0n,
  };
  const price = order.collateralPrice;
  const increased = (
    position: GmxPosition,
    by: Pick<GmxOrder, "sizeDeltaUsd" | "collateralDeltaBase" | "acceptablePrice">,
  ) => {
    const { sizeDeltaUsd, collateralDeltaBase, acceptablePrice } = by;
    const feeBase = gmxScale.baseOf(gmxScale.part(sizeDeltaUsd, risk.feeFactor), price.min) + 1n;
    const increase = { sizeDeltaUsd, collateralDeltaBase, feeBase };
    return acceptablePrice <= 0n ? position : positionAfter(position, increase, acceptablePrice);
  };
  // GMX's minimum applies after all of these orders.
  const all = [...waiting.filter(isSame), order].reduce(increased, start);
  const lossUsd =
    (info !== undefined && info.pnlUsd < 0n ? -info.pnlUsd : 0n) + (view?.costsUsd ?? 0n);
  const behind = ({ collateralBase }: GmxPosition) =>
    gmxScale.usdOf(collateralBase, price.min) - lossUsd;
  const collateral = behind(all);
  const factorUsd = gmxScale.part(all.sizeUsd, risk.minCollateral);
  if (all.sizeUsd < minPositionUsd || collateral < minCollateralUsd || collateral < factorUsd) {
    const least = factorUsd > minCollateralUsd ? factorUsd : minCollateralUsd;
    return refuse(
      "perp_below_minimum",
      `The position would be ${gmxScale.usdText(all.sizeUsd)} USD with ` +
        `${gmxScale.usdText(collateral)} USD behind it after fees; GMX demands at least ` +
        `${gmxScale.usdText(minPositionUsd)} USD of size and ${gmxScale.usdText(least)} USD of ` +
        "collateral for it.",
      {
        sizeUsd: gmxScale.usdText(all.sizeUsd),
        collateralUsd: gmxScale.usdText(collateral),
        minPositionUsd: gmxScale.usdText(minPositionUsd),
        minCollateralUsd: gmxScale.usdText(least),
      },
    );
  }
  const alone = increased(start, order);
  const { feeFactor } = risk;
  const around = {
    position: alone,
    wholeUsd: all.sizeUsd,
    collateralPrice: price.min,
    profitUsd: 0n,
    feeFactor,
  };
  const changes = orders.filter(isSame).flatMap((one) => {
    const change = pendingChange(one, around);
    return change === undefined ? [] : [{ ...change, one }];
  });
  const worst = worstLeverage({ sizeUsd: alone.sizeUsd, netUsd: behind(alone) }, changes);
  const after = worst.reduce(
    (position, { one }) =>
      one.orderType === GMX_ORDER_TYPE.marketIncrease
        ? increased(position, one)
        : positionLess(position, one),
    alone,
  );
  const open = positions.reduce((sum, { position }) => sum + position.sizeUsd, 0n);
  const ordered = waiting.reduce((sum, { sizeDeltaUsd }) => sum + sizeDeltaUsd, 0n);
  return allow({
    addedCollateral: gmxScale.usdOf(order.collateralDeltaBase, price.max),
    position: { size: after.sizeUsd, collateral: behind(after), isLong: order.isLong },
    totalNotional: open + ordered + order.sizeDeltaUsd,
    acceptablePrice: order.acceptablePrice,
    liquidationPrice: gmxPosition.liquidationPrice(after, {
      collateralPrice: price.min,
      costsUsd: (view?.costsUsd ?? 0n) + gmxScale.part(after.sizeUsd, risk.feeFactor),
      minCollateralFactor: risk.minCollateralForLiquidation,
      maxImpactFactor: risk.maxImpact,
      minCollateralUsd,
      isIndexCollateral: order.indexToken === order.collateralToken,
    }),
  });
}

function positionLess(
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

/**
 * Waiting orders may execute or not. Chooses those that give the highest leverage; none left is
 * worst.
 */
function worstLeverage<T extends PendingChange>(start: PendingChange, changes: readonly T[]): T[] {
  let chosen: T[] = [];
  // Each round finds a higher leverage, so it ends.
  for (;;) {
    const sizeUsd = chosen.reduce((sum, one) => sum + one.sizeUsd, start.sizeUsd);
    const netUsd = chosen.reduce((sum, one) => sum + one.netUsd, start.netUsd);
    if (netUsd <= 0n) return chosen;
    const raising = changes.filter((one) => one.sizeUsd * netUsd > sizeUsd * one.netUsd);
    const gained = raising.reduce(
      (sum, one) => sum + one.sizeUsd * netUsd - sizeUsd * one.netUsd,
      start.sizeUsd * netUsd - sizeUsd * start.netUsd,
    );
    if (gained <= 0n) return chosen;
    chosen = raising;
  }
}

type Increase = { sizeDeltaUsd: bigint; collateralDeltaBase: bigint; feeBase: bigint };

/** A long buys tokens rounded down, a short owes tokens rounded up; the fee reduces collateral. */
export function positionAfter(
  position: GmxPosition,
  { sizeDeltaUsd, collateralDeltaBase, feeBase }: Increase,
  price: bigint,
): GmxPosition {
  const bought = gmxScale.baseOf(
    position.isLong ? sizeDeltaUsd : sizeDeltaUsd + (price - 1n),
    price,
  );
  return {
    ...position,
    sizeUsd: position.sizeUsd + sizeDeltaUsd,
    sizeTokens: position.sizeTokens + bought,
    collateralBase: position.collateralBase + collateralDeltaBase - feeBase,
  };
}
