import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import type { Segment, TwapOrder } from "../../schemas/twap-order.ts";
import type { Draw } from "../deps.ts";
import { smaller, WHOLE_BPS } from "../lib/integers.ts";
import { sideOf } from "./state-of.ts";

export type Cut = {
  after(slices: number): bigint;
  unit: bigint;
  segments: readonly Segment[];
};

/**
 * Amounts of the first slices, in base units of the `side` token. Each boundary of an even cut
 * moves by at most half the random share of its smaller slice, so no slice is off by more than the
 * share.
 */
export function cutOfOrder(order: TwapOrder, draw: Draw): Cut {
  const total = BigInt(order.totalBase);
  const segments = order.segments ?? [
    { fromSlice: 0, fromBase: "0", slices: order.sliceCount, sliceBase: order.sliceBase },
  ];
  // Decision D36.
  const unit = 10n ** BigInt(Math.max(0, sideOf(order)[1] - ORDER_LIMITS.amountDecimals));
  return { after, unit, segments };

  function after(slices: number): bigint {
    const index = segments.findLastIndex(({ fromSlice }) => fromSlice <= slices);
    const segment = segments[index];
    if (segment === undefined || slices > order.sliceCount)
      throw new Error(`there are no ${slices} slices`);
    const within = slices - segment.fromSlice;
    if (within === 0) return BigInt(segment.fromBase);
    if (within >= segment.slices) return total;
    return (
      BigInt(segment.fromBase) +
      BigInt(segment.sliceBase) * BigInt(within) +
      moved(within, segment, index)
    );
  }

  function moved(within: number, segment: Segment, index: number): bigint {
    const sizeBps = order.randomize?.sizeBps ?? 0;
    if (sizeBps === 0) return 0n;
    const sliceBase = BigInt(segment.sliceBase);
    const lastBase = total - BigInt(segment.fromBase) - sliceBase * BigInt(segment.slices - 1);
    const least = within === segment.slices - 1 ? smaller(sliceBase, lastBase) : sliceBase;
    const most = ((least / unit) * BigInt(sizeBps)) / (2n * WHOLE_BPS);
    const drawn = draw(`${order.vaultAddress.toLowerCase()}:${order.id}:${index}:${within}:size`);
    return ((drawn % (2n * most + 1n)) - most) * unit;
  }
}

type Bounded = Parameters<typeof sideOf>[0] &
  Pick<TwapOrder, "limitPrice" | "limitPriceOf" | "maxGasPrice" | "expiresAt">;

/** Limit price, gas price and the last second at which calldata may execute. */
export function boundsOfOrder(order: Bounded) {
  const { limitPrice, limitPriceOf, maxGasPrice, expiresAt, sellSymbol, buySymbol } = order;
  const isOfSold = (limitPriceOf ?? `${order.side}Token`) === "sellToken";
  return {
    ...(limitPrice !== undefined && {
      limit: {
        price: limitPrice,
        of: isOfSold ? ("in" as const) : ("out" as const),
        decimalsIn: order.sellDecimals,
        decimalsOut: order.buyDecimals,
        unit: isOfSold ? `${buySymbol} per ${sellSymbol}` : `${sellSymbol} per ${buySymbol}`,
      },
    }),
    ...(maxGasPrice !== undefined && { maxGasPrice }),
    // Nothing is traded at expiresAt.
    ...(expiresAt !== undefined && { endsSec: Math.floor((expiresAt - 1) / 1_000) }),
  };
}
