import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";

/**
 * As the swap tool holds it: a `limit` its own price, whatever the pools do until it is mined; all of them their end, and until when what
 * was seen of the price is worth an intent.
 */
export function boundsOfTrigger(trigger: TriggerOrder) {
  const { type, price, priceOf, expiresAt, firing, sellSymbol, buySymbol, sellDecimals, buyDecimals } = trigger;
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
    ...(firing !== undefined && { writtenByMs: firing.atMs + TRIGGER_LIMITS.writtenMs }),
  };
}
