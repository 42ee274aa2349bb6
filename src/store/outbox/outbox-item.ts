import * as z from "zod";
import { NOTICE_WAYS, type NoticeWay } from "../../../schemas/notice-ways.ts";
import { hexAddress } from "../../../schemas/primitives.ts";

/**
 * `id` is stable: a repeat is dropped. `payload` is any JSON. Goes to every channel of its
 * operator, or only to the chat `to`: dropped if the operator is paired with another by then.
 */
export type NewOutboxItem = {
  id: string;
  operator: string;
  dueMs: number;
  payload: unknown;
  to?: ChatIn;
};

export type ChatIn = { channel: string; chatId: string };

/** `payload` is JSON text as written; `tries` counts failed sendings. */
export const outboxItem = z.object({
  id: z.string(),
  operator: hexAddress,
  payload: z.string(),
  later: z.literal(true).optional(),
  card: z.enum(["tells", "changes", "looks"]).optional(),
  tries: z.int().min(0),
});
export type OutboxItem = z.infer<typeof outboxItem>;

/** Input of `outbox_add` (lua-outbox.ts). The payload stays text, so Lua cannot change it. */
export const encodeOutboxItem = ({ payload, operator, ...item }: NewOutboxItem) => ({
  ...item,
  operator: operator.toLowerCase(),
  payload: JSON.stringify(payload),
  way: wayOf(payload),
});

/** A kind unknown to this version is an alarm. */
function wayOf(payload: unknown): NoticeWay {
  if (typeof payload !== "object" || payload === null || !("kind" in payload)) return {};
  return Object.entries(NOTICE_WAYS).find(([kind]) => kind === payload.kind)?.[1] ?? {};
}

export const orderCard = z.object({
  chatId: z.string(),
  messageId: z.string(),
  /** SHA-256 of its content: the same again is not sent. */
  shown: z.string(),
  last: z.string(),
});
export type OrderCard = z.infer<typeof orderCard>;

/** A message as its channel took it: time by the channel's clock, first button, beginning. */
export const shownMessage = z.object({
  atSec: z.int(),
  button: z.string().optional(),
  text: z.string().optional(),
});
export type ShownMessage = z.infer<typeof shownMessage>;
