import * as z from "zod";

/**
 * A message has at most 4,096 characters (core.telegram.org/bots/api#message); some take two units.
 */
const MAX_TEXT_UNITS = 8_192;
const text = z.string().max(MAX_TEXT_UNITS);
/** Others' text is cut: its length is no reason to drop the operator's words. */
const foreignText = z.string().transform((given) => given.slice(0, MAX_TEXT_UNITS));
const telegramId = z.int().min(1);

const sender = z.object({ id: telegramId, is_bot: z.literal(false) });
/** A private chat's id is the user's. */
const privateChat = z.object({ id: telegramId, type: z.literal("private") });
/** `offset` and `length` in UTF-16 units. */
const entity = z.object({
  type: z.string().max(64),
  offset: z.int().min(0),
  length: z.int().min(0),
});

const message = z
  .object({
    message_id: z.int(),
    /** Unix seconds. */
    date: z.int().min(0).max(8_640_000_000_000),
    from: sender,
    chat: privateChat,
    text,
    entities: z.array(entity).max(200).default([]),
    /**
     * Present: another author's text, or the operator's own of another time. The older name is what
     * servers before Bot API 7.0 send.
     */
    forward_origin: z.unknown().optional(),
    forward_date: z.unknown().optional(),
    /** Present: written by a bot, chosen by the operator. */
    via_bot: z.unknown().optional(),
    /** The replied message in another chat, or a story. */
    external_reply: z.unknown().optional(),
    reply_to_story: z.unknown().optional(),
    reply_to_message: z
      .object({ text: foreignText.optional(), caption: foreignText.optional() })
      .optional(),
    /** The part of the replied message that the operator picked, from another chat as well. */
    quote: z.object({ text: foreignText }).optional(),
  })
  .refine(({ from, chat }) => from.id === chat.id, "a private chat is its user's");
export type TelegramMessage = z.infer<typeof message>;

const callbackQuery = z
  .object({
    id: z.string().min(1).max(64),
    from: sender,
    /** Absent for messages sent by inline mode, which stand in any chat. */
    message: z.object({ message_id: z.int(), chat: privateChat }),
    /** 1-64 bytes (core.telegram.org/bots/api#inlinekeyboardbutton). */
    data: z.string().min(1).max(64),
  })
  .refine(({ from, message: { chat } }) => from.id === chat.id, "a private chat is its user's");
export type TelegramCallback = z.infer<typeof callbackQuery>;

const updateId = z.int().min(0);

/**
 * An update of the Bot API as far as it is used: text of a person in the private chat with the bot,
 * and a button pressed there. Groups, channels, other bots, edits, media and everything of a later
 * version are `ignored`.
 *
 * @see https://core.telegram.org/bots/api#update
 */
export const telegramUpdate = z.union([
  z.object({ update_id: updateId, message }).transform(({ update_id, message: read }) => ({
    kind: "message" as const,
    updateId: update_id,
    message: read,
  })),
  z
    .object({ update_id: updateId, callback_query: callbackQuery })
    .transform(({ update_id, callback_query }) => ({
      kind: "callback" as const,
      updateId: update_id,
      callback: callback_query,
    })),
  z
    .object({ update_id: updateId })
    .transform(({ update_id }) => ({ kind: "ignored" as const, updateId: update_id })),
]);
export type TelegramUpdate = z.infer<typeof telegramUpdate>;
