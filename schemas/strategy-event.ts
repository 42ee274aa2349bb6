import * as z from "zod";
import { grantId } from "./agent-grant.ts";
import { chainId } from "./chains.ts";
import { orderChangeKind } from "./order-change-kind.ts";
import { unixMs } from "./primitives.ts";
import { triggerHow } from "./trigger-event.ts";
import { vaultEvent } from "./vault-event.ts";
import { venueOrderEnd, venueOrderFamily } from "./venue-order.ts";

const [operation, , , call] = vaultEvent.options;
/** For the vault's owner alone: by which grant an agent asked, called or froze. */
const byGrant = { grantId: grantId.optional() };
const polled = { timestamp: unixMs, success: z.boolean(), summary: z.string() };

/**
 * The polled form of an event (spec, "StrategyEvent"), by what it is of: a TWAP slice, a run of a
 * NAV sync, a trigger order, an order at a venue that acts later, an operation, a freeze, or a call
 * of the agent wallet that is no order's.
 */
export const strategyEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("twap"),
    ...polled,
    twapOrderId: z.int(),
    /** A change between slices. */
    change: orderChangeKind.optional(),
  }),
  z.object({
    type: z.literal("nav_sync"),
    ...polled,
    navSyncId: z.int(),
    /** Absent where it failed before anything was planned. */
    fromChainId: chainId.optional(),
    toChainId: chainId.optional(),
  }),
  z.object({
    type: z.literal("trigger"),
    ...polled,
    triggerId: z.int(),
    how: triggerHow,
    /** The oracle's price that met it. */
    price: z.string().optional(),
    /** The TWAP order that it created. */
    twapOrderId: z.int().optional(),
  }),
  z.object({
    type: z.literal("venue_order"),
    ...polled,
    venueOrderId: z.string(),
    family: venueOrderFamily,
    /** The order's end; `success` only where it was executed in full. */
    status: venueOrderEnd.shape.status,
  }),
  z.object({
    type: z.literal("operation"),
    ...polled,
    operationId: operation.shape.operationId,
    /** `success` unless it was rejected or expired. */
    how: operation.shape.how,
    tool: operation.shape.tool,
    ...byGrant,
  }),
  /** A freeze holds on every chain, and so does its end. */
  z.object({ type: z.literal("freeze"), ...polled, frozen: z.boolean(), ...byGrant }),
  /** The vault's operator was paired with a chat of this channel, or is no more. */
  z.object({ type: z.literal("pairing"), ...polled, channel: z.string(), paired: z.boolean() }),
  z.object({
    type: z.literal("call"),
    ...polled,
    /** These two for the vault's owner alone. `success` where it was confirmed. */
    status: call.shape.status.optional(),
    hash: call.shape.hash.optional(),
    ...byGrant,
  }),
]);
export type StrategyEvent = z.infer<typeof strategyEvent>;
