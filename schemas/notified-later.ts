import type { Notification } from "./notification.ts";

/**
 * The course of an order, or of a NAV sync: delivered behind everything else, several of an order in one text, and dropped first from a full queue.
 * Every other kind, also one that this version does not know, is delivered first and never dropped for one of these.
 */
export const NOTIFIED_LATER: readonly string[] = [
  "slice_executed",
  "manual_slice",
  "order_completed",
  "order_edited",
  "slice_skipped",
  "order_paused",
  "order_resumed",
  "order_cancelled",
  "order_expired",
  "nav_sync_sent",
  "venue_order_executed",
] satisfies Notification["kind"][];
