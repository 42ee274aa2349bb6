import * as z from "zod";
import { addressed } from "./addressed.ts";
import { namedGrant } from "./agent-grant.ts";
import { chatButtons } from "./chat-buttons.ts";
import { operationId } from "./operation.ts";
import { baseUnits, hexAddress, hexHash, unixMs } from "./primitives.ts";
import { WEBHOOK_LIMITS } from "./webhook-limits.ts";

/**
 * The chain counts more transactions of the agent than the service remembers: the vault was frozen
 * (decision D33).
 */
const historyLost = z.object({
  kind: z.literal("history_lost"),
  ...addressed,
  agent: hexAddress,
  /** The chain's transaction count of the agent. */
  chainNonce: z.int().min(1),
});

/**
 * An attempt waits because its agent wallet can pay neither for it nor for freeing its nonce. Sent
 * once per attempt.
 */
const agentNeedsCoin = z.object({
  kind: z.literal("agent_needs_coin"),
  ...addressed,
  agent: hexAddress,
  /** Native coin in wei: what the wallet had, and the most that this attempt can cost it. */
  balanceWei: baseUnits,
  neededWei: baseUnits,
});

/**
 * At two looks running the oracle valued a token by more than the tolerance otherwise than a venue.
 * Sent once for each such time.
 */
const priceDiffers = z.object({
  kind: z.literal("price_differs"),
  ...addressed,
  token: hexAddress,
  symbol: z.string(),
  /** Worth of this amount in the chain's coin: by the oracle, and by a venue's bid and ask. */
  tokenAmount: z.string(),
  oracleCoin: z.string(),
  venueGaveCoin: z.string(),
  venueAskedCoin: z.string(),
  toleranceBps: z.int(),
  since: unixMs,
});

const deepReorg = z.object({
  kind: z.literal("deep_reorg"),
  ...addressed,
  orderId: z.int().min(0).optional(),
  /** Hash that the chain no longer has as it was counted. */
  hash: hexHash,
  blockNumber: baseUnits,
});

/**
 * By an agent of the operator's, by this grant. An operator's own freeze is told to nobody else.
 */
const vaultFrozen = z.object({ kind: z.literal("vault_frozen"), ...addressed, grant: namedGrant });

/**
 * A delegated call in confirm mode: nothing is signed until its operator approves it, in the chat
 * or elsewhere.
 */
const operationWaiting = z.object({
  kind: z.literal("operation_waiting"),
  ...addressed,
  /** Named by the buttons below. */
  operationId,
  /** Its meaning, with the shields' figures. */
  text: z.string().max(3_000),
  /** The first ms at which it can no longer be approved. */
  expiresAt: unixMs,
});

/**
 * No tick came for longer than two intervals. Sent once per outage to the operators with active
 * orders.
 */
const schedulerMissed = z.object({
  kind: z.literal("scheduler_missed"),
  id: addressed.id,
  operator: addressed.operator,
  createdAt: addressed.createdAt,
  /** The last tick before the outage. */
  lastTickAt: unixMs,
});

/**
 * The operator was paired with a chat, or is no more: told everywhere but in that channel. `vault`:
 * which was signed for.
 */
const pairingChanged = z.object({
  kind: z.literal("pairing_changed"),
  ...addressed,
  channel: z.string(),
  change: z.enum(["paired", "ended"]),
});

/** A change of the operator's webhook. Its secret stands nowhere. */
const webhookChanged = z.object({
  kind: z.literal("webhook_changed"),
  id: addressed.id,
  operator: addressed.operator,
  createdAt: addressed.createdAt,
  webhookId: z.string(),
  url: z.string().max(WEBHOOK_LIMITS.maxUrlChars),
  /** switched_off: a day without one success. */
  change: z.enum(["added", "removed", "switched_off"]),
  /** Failure of the last delivery before it was switched off. */
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

/**
 * An answer in a chat that the channel did not take at once, or may not have taken: as it was to be
 * sent, in Telegram's HTML.
 */
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

/**
 * The service's own notifications: agent wallet, oracle, approvals, ticks, webhooks and answers.
 */
export const SERVICE_NOTICES = [
  historyLost,
  agentNeedsCoin,
  priceDiffers,
  deepReorg,
  operationWaiting,
  vaultFrozen,
  schedulerMissed,
  pairingChanged,
  webhookChanged,
  webhookPing,
  chatReply,
] as const;
