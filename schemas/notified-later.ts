import type { Notification } from "./notification.ts";

/**
 * The course of an order: told behind everything else, several of an order in one text, and in a full queue it makes room.
 * Every other kind, also one that this version does not know, is told first and makes room for nothing of these.
 */
export const NOTIFIED_LATER: readonly string[] = [
  "slice_executed",
  "manual_slice",
  "order_completed",
] satisfies Notification["kind"][];
