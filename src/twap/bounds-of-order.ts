import type { TwapOrder } from "../../schemas/twap-order.ts";

/** Limit price, gas price, and the last second that calldata may be good at. */
export function boundsOfOrder(order: TwapOrder) {
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
    // At expiresAt nothing is traded any more.
    ...(expiresAt !== undefined && { endsSec: Math.floor((expiresAt - 1) / 1_000) }),
  };
}
