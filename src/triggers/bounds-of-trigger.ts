import type { TriggerOrder } from "../../schemas/trigger-order.ts";

/** As the swap tool holds it: a `limit` its own price, whatever the pools do until it is mined; all of them their end. */
export function boundsOfTrigger(trigger: TriggerOrder) {
  const { type, price, priceOf, expiresAt, sellSymbol, buySymbol, sellDecimals, buyDecimals } = trigger;
  const isOfSold = priceOf === "sellToken";
  return {
    ...(type === "limit" && {
      limit: {
        price,
        of: isOfSold ? ("in" as const) : ("out" as const),
        decimalsIn: sellDecimals,
        decimalsOut: buyDecimals,
        unit: isOfSold ? `${buySymbol} per ${sellSymbol}` : `${sellSymbol} per ${buySymbol}`,
      },
    }),
    // At expiresAt nothing is traded any more.
    ...(expiresAt !== undefined && { endsSec: Math.floor((expiresAt - 1) / 1_000) }),
  };
}
