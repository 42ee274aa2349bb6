import type { Notification } from "./notification.ts";

/** A notification's way to a channel, by its writer: the outbox knows no kind. */
export type NoticeWay = {
  /**
   * The course of an order: behind everything else, several in one text, and it takes no alarm's
   * place.
   */
  later?: true;
  /**
   * It goes first where its queue is full: it can be asked for again, or what comes behind it says
   * more.
   */
  makesRoom?: true;
  /**
   * `tells`: shown by its order's card. `changes`: a text of its own, and the card is looked at
   * next. `looks`: only the latter.
   */
  card?: "tells" | "changes" | "looks";
};

/**
 * Every kind's way. What has none is an alarm or an answer: told first, and never dropped for what
 * is told later.
 */
export const NOTICE_WAYS: Readonly<Record<Notification["kind"], NoticeWay>> = {
  slice_executed: { later: true, makesRoom: true, card: "tells" },
  manual_slice: { later: true, makesRoom: true, card: "changes" },
  // An order's end outlives its slices.
  order_completed: { later: true, card: "changes" },
  order_edited: { later: true, card: "changes" },
  slice_skipped: { later: true, card: "changes" },
  order_paused: { later: true, card: "changes" },
  order_resumed: { later: true, card: "changes" },
  order_cancelled: { later: true, card: "changes" },
  order_expired: { later: true, card: "changes" },
  slice_failed: { card: "changes" },
  order_auto_paused: { card: "changes" },
  order_waiting: {},
  order_underfunded: {},
  nav_sync_sent: { later: true, makesRoom: true },
  nav_sync_failed: {},
  nav_sync_auto_paused: {},
  nav_sync_waiting: {},
  trigger_fired: {},
  trigger_refused: {},
  trigger_ended: {},
  trigger_waiting: {},
  venue_order_executed: { later: true, makesRoom: true },
  venue_order_ended: {},
  venue_order_late: {},
  history_lost: {},
  agent_needs_coin: {},
  price_differs: {},
  deep_reorg: {},
  // An operation can be requested again, and is over after minutes; an answer belongs to a passing
  // request.
  operation_waiting: { makesRoom: true },
  chat_reply: { makesRoom: true },
  vault_frozen: {},
  scheduler_missed: {},
  pairing_changed: {},
  webhook_changed: {},
  webhook_ping: {},
};
