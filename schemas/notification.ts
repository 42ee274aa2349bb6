import * as z from "zod";
import { everyChainId } from "./chains.ts";
import { chatButtons } from "./chat-buttons.ts";
import { navSyncToken, plannedSync } from "./nav-sync.ts";
import { operationId } from "./operation.ts";
import { orderChange } from "./order-change.ts";
import { orderChangeKind } from "./order-change-kind.ts";
import { pairingNotification } from "./pairing-notification.ts";
import { priceNotification } from "./price-notification.ts";
import { baseUnits, hexAddress, hexHash, unixMs } from "./primitives.ts";
import { triggerNotification } from "./trigger-notification.ts";
import { venueId } from "./venue-ids.ts";
import { venueOrderEnd, venueOrderFamily } from "./venue-order.ts";
import { WEBHOOK_LIMITS } from "./webhook-limits.ts";

/** The call that failed, as far as it was known; null where it was not (decision 47). Loose on purpose: debug data never blocks a record. */
export const debugCall = z.object({
  to: z.string().nullable(),
  from: z.string().nullable(),
  value: z.string().nullable(),
  data: z.string().nullable(),
});
export type DebugCall = z.infer<typeof debugCall>;

const addressed = {
  /** Stable: the same event applied again has the same id, so the outbox can drop the second. */
  id: z.string(),
  vault: hexAddress,
  chainId: everyChainId,
  operator: hexAddress,
  createdAt: unixMs,
};

const ofOrder = {
  ...addressed,
  orderId: z.int().min(0),
  sliceNumber: z.int().min(1),
  /** Executed of planned slices after this event: "3/5". */
  progress: z.string(),
};

const amounts = {
  sellAmount: z.string(),
  sellSymbol: z.string(),
  buyAmount: z.string(),
  buySymbol: z.string(),
};

const sliceExecuted = z.object({
  kind: z.literal("slice_executed"),
  ...ofOrder,
  ...amounts,
  /** True when a native side could not be read from the chain and the quote's amount stands in (decision 42). */
  estimated: z.boolean(),
  hash: hexHash,
  blockNumber: baseUnits,
  explorerUrl: z.string(),
});

const manualSlice = z.object({
  kind: z.literal("manual_slice"),
  ...ofOrder,
  ...amounts,
  /** Whose amount the order fixes; absent in what was written before 2026-11-22. */
  side: z.enum(["sell", "buy"]).optional(),
  dex: venueId,
});

const orderCompleted = z.object({
  kind: z.literal("order_completed"),
  ...ofOrder,
  totalSpent: z.string(),
  sellSymbol: z.string(),
  totalBought: z.string(),
  buySymbol: z.string(),
  /** True when any slice's amounts were estimates. */
  estimated: z.boolean(),
  /** False when the slices were notifications only. */
  broadcast: z.boolean(),
});

const sliceFailed = z.object({
  kind: z.literal("slice_failed"),
  ...ofOrder,
  error: z.string().max(400),
  code: z.string(),
  consecutiveFailures: z.int().min(1),
  /** Consecutive failures at which the order pauses itself. */
  failureLimit: z.int().min(1),
  debugCall,
});

const orderAutoPaused = z.object({
  kind: z.literal("order_auto_paused"),
  ...ofOrder,
  consecutiveFailures: z.int().min(1),
  lastError: z.string().max(400),
  /** Paused at once by the loss budget, not by failures in a row. */
  isOverLossBudget: z.literal(true).optional(),
});

/** For an hour its slices could not be written down; nothing failed, and it is tried again at every tick. Sent once per wait. */
const orderWaiting = z.object({
  kind: z.literal("order_waiting"),
  ...ofOrder,
  waitingSince: unixMs,
  code: z.string(),
  reason: z.string().max(400),
});

/** What happened to an order between its slices; a pause by failures and a long wait have kinds of their own. */
const orderChanged = z.object({
  ...addressed,
  ...orderChange.omit({ chainId: true, timestamp: true }).shape,
  kind: orderChangeKind.exclude(["order_auto_paused", "order_waiting"]),
});
export type OrderChanged = z.infer<typeof orderChanged>;

/** `chainId` is where the sync was created; `orderId` its number, among those of the vault's orders. */
const ofNavSync = { ...addressed, orderId: z.int().min(0), token: navSyncToken };

/** Sent, and not arrived yet. */
const navSyncSent = z.object({
  kind: z.literal("nav_sync_sent"),
  ...ofNavSync,
  ...plannedSync.shape,
  hash: hexHash,
  blockNumber: baseUnits,
  explorerUrl: z.string(),
});

const navSyncFailed = z.object({
  kind: z.literal("nav_sync_failed"),
  ...ofNavSync,
  error: z.string().max(400),
  code: z.string(),
  consecutiveFailures: z.int().min(1),
  failureLimit: z.int().min(1),
  debugCall,
});

const navSyncAutoPaused = z.object({
  kind: z.literal("nav_sync_auto_paused"),
  ...ofNavSync,
  consecutiveFailures: z.int().min(1),
  lastError: z.string().max(400),
  isOverLossBudget: z.literal(true).optional(),
});

/** As of an order: for an hour no run could be written down. */
const navSyncWaiting = z.object({
  kind: z.literal("nav_sync_waiting"),
  ...ofNavSync,
  waitingSince: unixMs,
  code: z.string(),
  reason: z.string().max(400),
});

/** Of an order at a venue that acts after the transaction; `ordered` is what was asked for, in one line. */
const ofVenueOrder = {
  ...addressed,
  family: venueOrderFamily,
  ordered: z.string().max(200),
  hash: hexHash,
  explorerUrl: z.string(),
};
const howItEnded = venueOrderEnd.omit({ status: true, atMs: true }).shape;

/** All of it, by the venue's own records. */
const venueOrderExecuted = z.object({ kind: z.literal("venue_order_executed"), ...ofVenueOrder, ...howItEnded });

/** Otherwise than ordered, or nobody knows how. */
const venueOrderEnded = z.object({
  kind: z.literal("venue_order_ended"),
  ...ofVenueOrder,
  status: venueOrderEnd.shape.status.exclude(["executed"]),
  ...howItEnded,
});

/** What the venue was to do at once, it has not done for a while. Sent once. */
const venueOrderLate = z.object({ kind: z.literal("venue_order_late"), ...ofVenueOrder });

/** The chain counts more transactions of the agent than the service remembers: the vault was frozen (decision 96). */
const historyLost = z.object({
  kind: z.literal("history_lost"),
  ...addressed,
  agent: hexAddress,
  /** The chain's transaction count of the agent. */
  chainNonce: z.int().min(1),
});

/** An attempt waits because its agent wallet can pay neither for it nor for freeing its nonce. Sent once per attempt. */
const agentNeedsCoin = z.object({
  kind: z.literal("agent_needs_coin"),
  ...addressed,
  agent: hexAddress,
  /** Native coin in wei: what the wallet had, and the most that this attempt can cost it. */
  balanceWei: baseUnits,
  neededWei: baseUnits,
});

const deepReorg = z.object({
  kind: z.literal("deep_reorg"),
  ...addressed,
  orderId: z.int().min(0).optional(),
  /** Of the transaction that the chain no longer has as it was counted. */
  hash: hexHash,
  blockNumber: baseUnits,
});

/** A delegated call in confirm mode: nothing is signed until its operator approves it, in the chat or elsewhere. */
const operationWaiting = z.object({
  kind: z.literal("operation_waiting"),
  ...addressed,
  /** What the buttons under it name. */
  operationId,
  /** What it means, with the shields' figures. */
  text: z.string().max(3_000),
  /** The first ms at which it can no longer be approved. */
  expiresAt: unixMs,
});

/** No tick came for longer than two intervals. Sent once per outage to the operators with active orders. */
const schedulerMissed = z.object({
  kind: z.literal("scheduler_missed"),
  id: addressed.id,
  operator: addressed.operator,
  createdAt: addressed.createdAt,
  /** The last tick before the outage. */
  lastTickAt: unixMs,
});

/** What became of one of the operator's webhooks. Its secret stands nowhere. */
const webhookChanged = z.object({
  kind: z.literal("webhook_changed"),
  id: addressed.id,
  operator: addressed.operator,
  createdAt: addressed.createdAt,
  webhookId: z.string(),
  url: z.string().max(WEBHOOK_LIMITS.maxUrlChars),
  /** switched_off: a day without one success. */
  change: z.enum(["added", "removed", "switched_off"]),
  /** Of the last delivery of one that was switched off. */
  reason: z.string().max(120).optional(),
});

/** Sent to a webhook when it is registered, and to no other channel. */
const webhookPing = z.object({
  kind: z.literal("webhook_ping"),
  id: addressed.id,
  operator: addressed.operator,
  createdAt: addressed.createdAt,
  webhookId: z.string(),
});

/** An answer in a chat that the channel did not take at once, or may not have taken: as it was to be sent, in Telegram's HTML. */
const chatReply = z.object({
  kind: z.literal("chat_reply"),
  id: addressed.id,
  operator: addressed.operator,
  createdAt: addressed.createdAt,
  html: z.string(),
  /** With buttons for this operation. */
  operationId: operationId.optional(),
  /** Other buttons, where it has none of an operation. */
  buttons: chatButtons.optional(),
});

/** One message of the outbox (spec, "Events"). */
export const notification = z.discriminatedUnion("kind", [
  sliceExecuted,
  manualSlice,
  orderCompleted,
  sliceFailed,
  orderAutoPaused,
  orderWaiting,
  orderChanged,
  navSyncSent,
  navSyncFailed,
  navSyncAutoPaused,
  navSyncWaiting,
  ...triggerNotification(addressed, debugCall),
  venueOrderExecuted,
  venueOrderEnded,
  venueOrderLate,
  historyLost,
  agentNeedsCoin,
  priceNotification(addressed),
  deepReorg,
  operationWaiting,
  schedulerMissed,
  pairingNotification(addressed),
  webhookChanged,
  webhookPing,
  chatReply,
]);
export type Notification = z.infer<typeof notification>;
export type NotificationOf<K extends Notification["kind"]> = Extract<Notification, { kind: K }>;
