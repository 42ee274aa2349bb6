import * as z from "zod";
import { chainId } from "../chains.ts";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../primitives.ts";
import { venueId } from "../venue-ids.ts";
import { ORDER_LIMITS } from "./order-limits.ts";
import { recordTerms } from "./order-terms.ts";

/**
 * `limit` and `take-profit` wait for a price that is better for the trade, `stop` for one that is
 * worse. A `limit` also trades at its price or better only; the other two at the market, behind the
 * shields.
 */
export const triggerType = z.enum(["limit", "stop", "take-profit"]);
export type TriggerType = z.infer<typeof triggerType>;

/** Which token the price is of: "3000" of ETH in USDC. */
export const triggerPriceOf = z.enum(["sellToken", "buyToken"]);

/**
 * `completed`: fired. `auto_paused` (stopped after failures), `expired` and `cancelled` are final:
 * another one is created in its place.
 */
export const triggerStatus = z.enum([
  "active",
  "pending_confirmation",
  "completed",
  "expired",
  "auto_paused",
  "cancelled",
]);
export type TriggerStatus = z.infer<typeof triggerStatus>;

/** The vault oracle's price of one `priceOf` token in the other, and when it was read. */
export const triggerFiring = z.object({ price: decimalAmount, atMs: unixMs });
export type TriggerFiring = z.infer<typeof triggerFiring>;

/**
 * A trigger order: it watches the vault oracle's price at every tick and trades once where it is
 * met, itself or by creating a TWAP order. It is kept where orders are and under their numbers, so
 * what schedules an order has the same names here. Amounts as in a TWAP order (twap-order.ts).
 */
export const triggerOrder = z.object({
  kind: z.literal("trigger"),
  id: z.int().min(0),
  type: triggerType,
  side: z.enum(["buy", "sell"]),
  sellToken: z.string(),
  buyToken: z.string(),
  sellTokenAddress: hexAddress,
  buyTokenAddress: hexAddress,
  sellDecimals: z.int().min(0).max(36),
  buyDecimals: z.int().min(0).max(36),
  sellSymbol: z.string(),
  buySymbol: z.string(),
  /** In the `side` token. */
  totalAmount: decimalAmount,
  totalBase: baseUnits,
  /** Price of one `priceOf` token in the other one. */
  price: decimalAmount,
  priceOf: triggerPriceOf,
  /** The TWAP order that it creates when it is met. Absent: one trade. */
  into: z
    .object({
      sliceCount: z.int().min(1).max(ORDER_LIMITS.maxSlices),
      sliceAmount: decimalAmount,
      sliceBase: baseUnits,
      intervalMinutes: z.int().min(ORDER_LIMITS.minIntervalMinutes),
    })
    .optional(),
  /**
   * Not `dex`, as in a TWAP order: a claim takes a slice's share of the venue by that, and a look
   * needs none.
   */
  venue: venueId,
  chainId,
  vaultAddress: hexAddress,
  operatorAddress: hexAddress,
  /** True: the agent wallet trades; false: its operator is notified. */
  autoExecute: z.boolean(),
  /** The token that it buys was named by the card that was approved for it, and for it alone. */
  namedByCard: z.literal(true).optional(),
  active: z.boolean(),
  status: triggerStatus,
  createdAt: unixMs,
  /** The first ms at which it is over. */
  expiresAt: unixMs.optional(),
  completedAt: unixMs.optional(),
  /** Time of its last attempt to trade. */
  lastExecution: unixMs.optional(),
  /** Transactions in a row that had no effect, and refusals that only its operator can end. */
  consecutiveFailures: z.int().min(0),
  lastError: z.string().optional(),
  /** Numbers its attempts. */
  attemptsOfSlice: z.int().min(0),
  /** Id of the attempt whose outcome is not known yet. */
  pendingAttempt: z.string().optional(),
  /** The price that the last attempt was opened at, or that it fired at. */
  firing: triggerFiring.optional(),
  /** Its result: traded or quoted amounts, or the TWAP order that it created. */
  result: z
    .object({
      how: z.enum(["executed", "notified", "ordered"]),
      sellAmount: decimalAmount.optional(),
      buyAmount: decimalAmount.optional(),
      /** True when a native side could not be read from the chain (decision D31). */
      estimated: z.literal(true).optional(),
      twapOrderId: z.int().optional(),
    })
    .optional(),
  /** The last look that did not fire: the price, or why it says nothing. */
  lastLook: z
    .object({
      atMs: unixMs,
      price: decimalAmount.optional(),
      found: z.string().max(400).optional(),
    })
    .optional(),
  /** Since when there was no price that may fire it. */
  unreadSinceMs: unixMs.optional(),
  /**
   * Messages to its operator within the last day, by cause. Never empty: a script would write `{}`.
   */
  told: z
    .array(z.object({ code: z.string(), atMs: unixMs }))
    .min(1)
    .optional(),
  ...recordTerms,
});
export type TriggerOrder = z.infer<typeof triggerOrder>;
