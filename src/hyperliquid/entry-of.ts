import type { HyperliquidOrder } from "../calldata/hyperliquid-call.ts";
import { larger, smaller } from "../lib/integers.ts";
import type { PerpEntry } from "../shields/judge-perp-entry.ts";
import type { CoreMargin, CoreMarketInfo, CorePosition } from "./core-reads.ts";
import { absolute, notionalBase } from "./round-price.ts";

/** USDC with 6 decimals. */
export type AroundOrder = {
  navBase: bigint;
  margin: CoreMargin;
  position: CorePosition;
  market: Omit<CoreMarketInfo, "coin">;
  /** Times 10^(6 - szDecimals). */
  markPrice: bigint;
  restingBase: bigint;
  priceAgeSec: number;
};

/**
 * The account as one cross-margin position once the order and all resting orders filled at their
 * limits. Unknowns count against the order. Undefined: a reduction without reduceOnly. Source:
 * docs/facts/hyperliquid.md 3.
 */
export function entryOf(order: HyperliquidOrder, around: AroundOrder): PerpEntry | undefined {
  const { margin, market, restingBase } = around;
  const markPriceE8 = around.markPrice * 10n ** BigInt(2 + market.szDecimals);
  const heldE8 = around.position.sizeLots * 10n ** BigInt(8 - market.szDecimals);
  const afterE8 = heldE8 + (order.isBuy ? order.sizeE8 : -order.sizeE8);
  if (afterE8 === 0n || afterE8 > 0n !== order.isBuy) return undefined;
  const sizeE8 = absolute(afterE8);
  const worstE8 = larger(order.limitPriceE8, markPriceE8);
  const others = larger(margin.notionalBase - notionalBase(markPriceE8, absolute(heldE8)), 0n);
  const total = others + notionalBase(worstE8, sizeE8) + 1n + restingBase;
  const worseE8 = order.isBuy ? order.limitPriceE8 - markPriceE8 : markPriceE8 - order.limitPriceE8;
  const equity =
    margin.accountValueBase - (worseE8 > 0n ? notionalBase(worseE8, order.sizeE8) + 1n : 0n);
  const added = notionalBase(worstE8, order.sizeE8) + 1n;
  const kept = keptBase(margin.marginUsedBase, restingBase);
  return {
    nav: around.navBase,
    addedCollateral: equity <= 0n ? added : smaller(added, (added * equity + total - 1n) / total),
    position: { size: total, collateral: equity, isLong: order.isBuy },
    totalNotional: total,
    acceptablePrice: order.limitPriceE8,
    markPrice: markPriceE8,
    liquidationPrice: liquidationE8({
      isLong: order.isBuy,
      sizeE8,
      markPriceE8,
      free: equity - kept,
      market,
    }),
    priceAgeSec: around.priceAgeSec,
  };
}

type Exposed = {
  isLong: boolean;
  sizeE8: bigint;
  markPriceE8: bigint;
  free: bigint;
  market: AroundOrder["market"];
};

/**
 * The price that uses up free margin down to maintenance: half the margin at the market's leverage.
 */
function liquidationE8({ isLong, sizeE8, markPriceE8, free, market }: Exposed): bigint | null {
  const twice = 2n * BigInt(market.maxLeverage);
  const value = markPriceE8 * sizeE8;
  const left = isLong ? value - free * 10n ** 10n : value + free * 10n ** 10n;
  if (left <= 0n) return isLong ? null : 0n;
  return (left * twice) / (sizeE8 * (isLong ? twice - 1n : twice + 1n)) + (isLong ? 1n : 0n);
}

/** Lowest maximum leverage of the venue's markets. */
const LEAST_MAX_LEVERAGE = 3n;

/**
 * Margin that must stay, in USDC with 6 decimals, rounded up: at most half of what positions and
 * orders bind (docs/facts/hyperliquid.md 3).
 */
export const keptBase = (marginUsedBase: bigint, restingBase: bigint): bigint =>
  marginUsedBase / 2n + restingBase / (2n * LEAST_MAX_LEVERAGE) + 1n;
