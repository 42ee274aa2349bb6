import * as z from "zod";
import { grantId } from "./agent-grant.ts";
import { attemptMarket, attemptStatus } from "./attempt.ts";
import { auditGrants } from "./audit-grants.ts";
import { perpLimits } from "./perp-limits.ts";
import {
  baseUnits,
  decimalAmount,
  hexAddress,
  hexData,
  hexHash,
  hexSelector,
  unixMs,
} from "./primitives.ts";
import { triggerHow } from "./trigger-event.ts";
import { triggerPriceOf, triggerType } from "./trigger-order.ts";
import { vaultLimits } from "./vault-limits.ts";
import { venueId } from "./venue-ids.ts";
import { venueOrderEnd, venueOrderFamily } from "./venue-order.ts";

/**
 * The actor: the vault's verified operator, or the schedule for an order that its operator
 * authorized.
 */
const actor = z.union([z.literal("scheduler"), hexAddress]);
/** The numbers that decided, as the refusal showed them. */
const details = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()]),
);
const refusal = z.object({ code: z.string(), details: details.optional() });
const fees = { maxFeePerGas: baseUnits, maxPriorityFeePerGas: baseUnits };
const order = { orderId: z.int() };
const slice = { ...order, sliceNumber: z.int() };

/**
 * An intent with the hash that was signed for it: the hash commits to target, calldata, gas and
 * fees. Written before anything is sent.
 */
const attemptOpened = z.object({
  kind: z.literal("attempt_opened"),
  actor,
  /** By which grant of the actor's its agent called. */
  grantId: grantId.optional(),
  attempt: z.string(),
  orderId: z.int().optional(),
  sliceNumber: z.int().optional(),
  agent: hexAddress,
  nonce: z.int(),
  hash: hexHash,
  /** Absent: no call at all, 0 wei of the agent to itself that fills a hole in its nonces. */
  selector: hexSelector.optional(),
  gas: baseUnits,
  ...fees,
  deadlineSec: z.int().optional(),
  /** Base units: quoted amounts, and the bounds that the calldata enforces. */
  swap: z
    .object({
      venue: z.string(),
      tokenIn: hexAddress,
      tokenOut: hexAddress,
      amountInBase: baseUnits,
      amountOutBase: baseUnits,
      maxInBase: baseUnits,
      minOutBase: baseUnits,
      /** For measuring later: the attempt's own record is kept for a day. */
      market: attemptMarket.optional(),
    })
    .optional(),
});

/**
 * A further signature at an open attempt's nonce: the same call at higher fees, or nothing at all
 * (it frees the nonce).
 */
const signatureAdded = (kind: "replacement_signed" | "freeing_signed") =>
  z.object({
    kind: z.literal(kind),
    grantId: grantId.optional(),
    attempt: z.string(),
    hash: hexHash,
    maxFeePerGas: baseUnits.optional(),
    maxPriorityFeePerGas: baseUnits.optional(),
  });

/** The one terminal entry of an attempt. */
const attemptEnded = z.object({
  kind: z.literal("attempt_ended"),
  grantId: grantId.optional(),
  attempt: z.string(),
  status: attemptStatus.exclude(["prepared", "sent"]),
  blockNumber: baseUnits.optional(),
  /** Sold and bought by the receipt's logs, in base units. */
  soldBase: baseUnits.optional(),
  boughtBase: baseUnits.optional(),
  /** Why it was given up, where it was. */
  refusal: refusal.optional(),
  error: z.string().optional(),
});

/** A slice that was refused before anything was signed for it. */
const sliceRefused = z.object({ kind: z.literal("slice_refused"), actor, ...slice, refusal });
/**
 * An order's end came before its last slice: so much of the total was not traded, in base units of
 * the `side` token.
 */
const orderExpired = z.object({
  kind: z.literal("order_expired"),
  actor,
  ...order,
  restBase: baseUnits,
});
/** A slice of an order that only notifies: nothing was sent. Amounts are the quote's. */
const sliceNotified = z.object({ kind: z.literal("slice_notified"), actor, ...slice });
/** A delegated call of the vault's operator that was refused before anything was signed for it. */
const callRefused = z.object({
  kind: z.literal("call_refused"),
  actor,
  grantId: grantId.optional(),
  tool: z.string(),
  refusal,
});

/**
 * An operation that waits for its operator's word. `dataHash` is SHA-256 of the only calldata that
 * an approval can send.
 */
const operationOpened = z.object({
  kind: z.literal("operation_opened"),
  actor,
  grantId: grantId.optional(),
  operation: z.string(),
  tool: z.string(),
  /** Absent for a change of the service's own state. */
  selector: hexSelector.optional(),
  dataHash: z.string(),
  expiresAt: z.int(),
});
/**
 * An approval is followed by an attempt that names the operation, or by the refusal of the call.
 */
const operationDecided = (kind: "operation_approved" | "operation_rejected") =>
  z.object({ kind: z.literal(kind), actor, grantId: grantId.optional(), operation: z.string() });

/** Its number, which the store gives, is the entry's `orderId`. */
const orderCreated = z.object({
  kind: z.literal("order_created"),
  actor,
  grantId: grantId.optional(),
  side: z.enum(["buy", "sell"]),
  sellToken: hexAddress,
  buyToken: hexAddress,
  totalBase: baseUnits,
  sliceCount: z.int(),
  intervalMinutes: z.int(),
  dex: venueId,
  autoExecute: z.boolean(),
  /** Options as they were given; what is absent was not. */
  limitPrice: decimalAmount.optional(),
  limitPriceOf: z.enum(["sellToken", "buyToken"]).optional(),
  startAt: unixMs.optional(),
  expiresAt: unixMs.optional(),
  maxGasPrice: decimalAmount.optional(),
  randomize: z.object({ sizeBps: z.int(), timeBps: z.int() }).optional(),
  catchUp: z.boolean().optional(),
});
/** As of an order; amounts in whole tokens. */
const navSyncCreated = z.object({
  kind: z.literal("nav_sync_created"),
  actor,
  intervalMinutes: z.int(),
  thresholdBps: z.int(),
  token: z.string(),
  maxPerRun: decimalAmount,
  maxPerDay: decimalAmount,
});
/** As of an order. `price` is of one `priceOf` token in the other. */
const triggerCreated = z.object({
  kind: z.literal("trigger_created"),
  actor,
  grantId: grantId.optional(),
  type: triggerType,
  side: z.enum(["buy", "sell"]),
  sellToken: hexAddress,
  buyToken: hexAddress,
  totalBase: baseUnits,
  price: decimalAmount,
  priceOf: triggerPriceOf,
  into: z.object({ sliceCount: z.int(), intervalMinutes: z.int() }).optional(),
  dex: venueId,
  autoExecute: z.boolean(),
  expiresAt: z.int().optional(),
});
/**
 * Its condition, and the oracle's price that met it. A refusal is written down once a cause and
 * day; it goes on watching then.
 */
const triggerChanged = z.object({
  kind: z.literal("trigger_changed"),
  actor,
  ...order,
  how: triggerHow,
  condition: z.string(),
  price: decimalAmount.optional(),
  attempt: z.string().optional(),
  refusal: refusal.optional(),
});
/**
 * The order is the entry's `orderId`; one entry for each that a cancel for all reached. `damaged`:
 * its record could not be read.
 */
const orderChanged = (kind: "order_paused" | "order_resumed" | "order_cancelled") =>
  z.object({ kind: z.literal(kind), actor });

/** As of a pause. The slice's planned amount, in base units of the `side` token. */
const sliceSkipped = z.object({
  kind: z.literal("slice_skipped"),
  actor,
  sliceNumber: z.int(),
  amountBase: baseUnits,
});
/** The changed options by name; null: taken away. */
const options = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const orderEdited = z.object({
  kind: z.literal("order_edited"),
  actor,
  before: options,
  after: options,
});

const delegationConfirmed = z.object({
  kind: z.literal("delegation_confirmed"),
  actor,
  agent: hexAddress,
  selectors: z.array(hexSelector),
});
/** Without selectors: all of it. */
const delegationStopped = z.object({
  kind: z.literal("delegation_stopped"),
  actor,
  selectors: z.array(hexData).optional(),
});
/**
 * `forgotten`: the agent's count on chain is above what the store remembers of it, or above that
 * `attempt`'s nonce without it.
 */
const vaultFrozen = z.object({
  kind: z.literal("vault_frozen"),
  actor,
  grantId: grantId.optional(),
  forgotten: z
    .object({ agent: hexAddress, chainNonce: z.int(), attempt: z.string().optional() })
    .optional(),
});
/** This vault's own budget; absent parts are unchanged. */
const lossBudgetChanged = z.object({
  kind: z.literal("loss_budget_changed"),
  actor,
  dayBps: z.int().optional(),
  weekBps: z.int().optional(),
  /** Share that its syncs may take in 24 hours. */
  syncBps: z.int().optional(),
});
/** This vault's requested limits; absent parts are unchanged. */
const perpLimitsChanged = z.object({
  kind: z.literal("perp_limits_changed"),
  actor,
  limits: perpLimits.partial(),
});
/** This vault's limits from now on, in base units of its base token. */
const vaultLimitsChanged = z.object({
  kind: z.literal("vault_limits_changed"),
  actor,
  limits: vaultLimits,
});
const settingValue = z.union([z.int(), z.enum(["autonomous", "confirm", "day", "fresh"])]);
/**
 * A setting of the operator, in force for all its vaults, that lets more through than before: basis
 * points, the execution mode, or by which signature is approved. The entry stands in the log of the
 * vault that the call named. `forMs`: so long from the entry's time on, then it ends by itself.
 */
const settingLoosened = z.object({
  kind: z.literal("setting_loosened"),
  actor,
  setting: z.enum(["navShieldBps", "swapShieldBps", "syncToleranceBps", "execMode", "approveWith"]),
  from: settingValue,
  to: settingValue,
  forMs: z.int().optional(),
});
const vaultUnfrozen = z.object({ kind: z.literal("vault_unfrozen"), actor });

/**
 * An attempt as recorded, and as the chain has it after losing that record. It freezes the vault.
 */
const deepReorg = z.object({
  kind: z.literal("deep_reorg"),
  actor,
  attempt: z.string(),
  recorded: z.object({
    status: z.string(),
    blockNumber: baseUnits.optional(),
    blockHash: hexHash.optional(),
  }),
  found: z.object({
    status: z.string(),
    blockNumber: baseUnits.optional(),
    blockHash: hexHash.optional(),
  }),
});

/** End of an attempt's order in the venue's own records. */
const venueOrderEnded = z.object({
  kind: z.literal("venue_order_ended"),
  attempt: z.string(),
  family: venueOrderFamily,
  ...venueOrderEnd.omit({ atMs: true }).shape,
});

/** An entry of a vault's audit log. Public facts only: no key, operator's signature or calldata. */
export const auditContent = z.discriminatedUnion("kind", [
  attemptOpened,
  signatureAdded("replacement_signed"),
  signatureAdded("freeing_signed"),
  attemptEnded,
  sliceRefused,
  sliceNotified,
  callRefused,
  operationOpened,
  operationDecided("operation_approved"),
  operationDecided("operation_rejected"),
  orderCreated,
  navSyncCreated,
  triggerCreated,
  ...auditGrants,
  triggerChanged,

  orderExpired,
  sliceSkipped,
  orderEdited,
  orderChanged("order_paused"),
  orderChanged("order_resumed"),
  orderChanged("order_cancelled").extend({ damaged: z.literal(true).optional() }),
  delegationConfirmed,
  delegationStopped,
  vaultFrozen,
  vaultUnfrozen,
  lossBudgetChanged,
  perpLimitsChanged,
  vaultLimitsChanged,
  settingLoosened,
  deepReorg,
  venueOrderEnded,
]);
export type AuditContent = z.infer<typeof auditContent>;
