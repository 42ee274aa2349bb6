import * as z from "zod";
import { NOTICE_WAYS, type NoticeWay } from "../../../schemas/notice-ways.ts";
import { hexAddress } from "../../../schemas/primitives.ts";

/**
 * `id` is stable: the same one again is dropped. `payload` is any JSON. It goes to every channel of its operator, with `to` a chat to that
 * alone: when the operator is paired with another by then, it is dropped.
 */
export type NewOutboxItem = { id: string; operator: string; dueMs: number; payload: unknown; to?: ChatIn };

/** A chat, by its channel's id and its own. */
export type ChatIn = { channel: string; chatId: string };

/** `payload` is its JSON text as written; `tries` counts failed sendings. */
export const outboxItem = z.object({
  id: z.string(),
  operator: hexAddress,
  payload: z.string(),
  /** As schemas/notice-ways.ts has them. */
  later: z.literal(true).optional(),
  card: z.enum(["tells", "changes", "looks"]).optional(),
  tries: z.int().min(0),
});
export type OutboxItem = z.infer<typeof outboxItem>;

/** As `outbox_add` (lua-outbox.ts) takes it: the payload stays text, so Lua cannot change it. */
export const encodeOutboxItem = ({ payload, operator, ...item }: NewOutboxItem) => ({
  ...item,
  operator: operator.toLowerCase(),
  payload: JSON.stringify(payload),
  way: wayOf(payload),
});

/** A kind that this version does not know is an alarm. */
function wayOf(payload: unknown): NoticeWay {
  if (typeof payload !== "object" || payload === null || !("kind" in payload)) return {};
  return Object.entries(NOTICE_WAYS).find(([kind]) => kind === payload.kind)?.[1] ?? {};
}

/** The one message that shows an order in a chat. */
export const orderCard = z.object({
  chatId: z.string(),
  /** The channel's id of it. */
  messageId: z.string(),
  /** SHA-256 of what it shows: the same again is not sent. */
  shown: z.string(),
  /** As it stands there, in the channel's own markup. */
  last: z.string(),
});
export type OrderCard = z.infer<typeof orderCard>;

/** A message as its channel took it: when, by the channel's own clock, and what its first button says. */
export const shownMessage = z.object({ atSec: z.int(), button: z.string().optional() });
export type ShownMessage = z.infer<typeof shownMessage>;
