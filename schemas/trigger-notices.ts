import * as z from "zod";
import { addressed } from "./addressed.ts";
import { debugCall } from "./debug-call.ts";
import { hexHash, unixMs } from "./primitives.ts";
import { triggerHow } from "./trigger-event.ts";
import { triggerType } from "./trigger-order.ts";
import { venueId } from "./venue-ids.ts";

/** `condition`: "stop: ETH at or below 3000 USDC". `price`: the oracle's, of the same token. */
const ofTrigger = {
  ...addressed,
  orderId: z.int().min(0),
  type: triggerType,
  condition: z.string().max(300),
  price: z.string().max(100).optional(),
};

/** Notifications of trigger orders. */
export const TRIGGER_NOTICES = [
  /**
   * It traded, has a trade ready to be made (`autoExecute` false), or created a TWAP order. Amounts
   * of the latter are those it is to trade.
   */
  z.object({
    kind: z.literal("trigger_fired"),
    ...ofTrigger,
    how: triggerHow.extract(["executed", "notified", "ordered"]),
    side: z.enum(["sell", "buy"]),
    sellSymbol: z.string(),
    buySymbol: z.string(),
    /** Set for the `side` of a TWAP order alone. */
    sellAmount: z.string().optional(),
    buyAmount: z.string().optional(),
    dex: venueId,
    /**
     * True when a native side could not be read from the chain and the quote's amount stands in
     * (decision D31).
     */
    estimated: z.literal(true).optional(),
    hash: hexHash.optional(),
    explorerUrl: z.string().optional(),
    twapOrderId: z.int().optional(),
  }),
  /**
   * Its price was met, or could not be read, and nothing was traded: it goes on watching. Sent once
   * a cause and day.
   */
  z.object({
    kind: z.literal("trigger_refused"),
    ...ofTrigger,
    error: z.string().max(400),
    code: z.string(),
    debugCall: debugCall.optional(),
  }),
  z.object({
    kind: z.literal("trigger_ended"),
    ...ofTrigger,
    how: triggerHow.extract(["expired", "stopped"]),
    lastError: z.string().max(400).optional(),
  }),
  /** As of an order: for an hour its trade could not be written down. */
  z.object({
    kind: z.literal("trigger_waiting"),
    ...ofTrigger,
    waitingSince: unixMs,
    code: z.string(),
    reason: z.string().max(400),
  }),
] as const;
