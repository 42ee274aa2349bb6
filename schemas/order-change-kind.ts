import * as z from "zod";

/**
 * What happens to a TWAP order between its slices. The same words stand in the detail, the events, the notifications and the
 * webhooks. `order_auto_paused` is told as its failed slice, `order_waiting` once a wait is long enough to be told.
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
