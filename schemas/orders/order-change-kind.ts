import * as z from "zod";

/**
 * Changes of a TWAP order between its slices, in the same words everywhere. `order_auto_paused` is
 * told as its failed slice, `order_waiting` after a long wait.
 */
export const orderChangeKind = z.enum([
  "order_edited",
  "slice_skipped",
  "order_paused",
  "order_auto_paused",
  "order_resumed",
  "order_cancelled",
  "order_expired",
  "order_waiting",
  "order_underfunded",
]);
export type OrderChangeKind = z.infer<typeof orderChangeKind>;
