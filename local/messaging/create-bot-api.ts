import * as z from "zod";
import type { ConversationLog } from "./conversation-log.ts";
import { parseTelegramHtml } from "./parse-telegram-html.ts";
import { refuseContent } from "./refuse-content.ts";

export type SinkMessage = {
  chatId: string;
  messageId: number;
  /** As it was sent, with its tags. */
  text: string;
  parseMode: string | null;
  replyMarkup: unknown;
  sentAtMs: number;
  /** The texts it had before, oldest first. */
  earlierTexts: string[];
  isDeleted: boolean;
};
export type BotCall = { method: string; parameters: Record<string, unknown> };
export type Webhook = {
  url: string;
  secretToken: string | null;
  token: string;
  allowedUpdates: string[];
};
export type BotAnswer =
  | { ok: true; result: unknown }
  | { ok: false; error_code: number; description: string; parameters?: { retry_after: number } };
export type BotApi = ReturnType<typeof createBotApi>;

const chatId = z.union([z.number().int(), z.string().min(1)]).transform(String);
const text = z.string();
const messageId = z.coerce.number().int();
const content = {
  text,
  parse_mode: z.string().optional(),
  reply_markup: z.looseObject({}).optional(),
};
const shapes = {
  sendMessage: z.object({ chat_id: chatId, ...content }),
  editMessageText: z.object({ chat_id: chatId, message_id: messageId, ...content }),
  editMessageReplyMarkup: z.object({
    chat_id: chatId,
    message_id: messageId,
    reply_markup: z.looseObject({}).optional(),
  }),
  deleteMessage: z.object({ chat_id: chatId, message_id: messageId }),
  sendChatAction: z.object({ chat_id: chatId, action: z.string().min(1) }),
  answerCallbackQuery: z.object({
    callback_query_id: z.string(),
    text: z.string().max(200).optional(),
  }),
  setWebhook: z.object({
    url: z.string(),
    secret_token: z.string().optional(),
    allowed_updates: z.array(z.string()).default([]),
  }),
  setMyCommands: z.object({
    commands: z.array(
      z.object({
        command: z.string().regex(/^[a-z0-9_]{1,32}$/),
        description: z.string().min(1).max(256),
      }),
    ),
  }),
};

/**
 * The Bot API methods that a notifying and chatting bot uses, with Telegram's answers and refusals;
 * everything is kept to be looked at. Any token is a bot, any chat id a chat.
 *
 * @see https://core.telegram.org/bots/api
 */
export function createBotApi(log: Pick<ConversationLog, "bot"> = { bot: () => undefined }) {
  let messages: SinkMessage[] = [];
  let calls: BotCall[] = [];
  let webhook: Webhook | undefined;
  let commands: { command: string; description: string }[] = [];
  let lastMessageId = 0;
  const openQueries = new Set<string>();

  const find = (chat: string, id: number): SinkMessage | undefined =>
    messages.find(
      (message) => message.chatId === chat && message.messageId === id && !message.isDeleted,
    );

  const methods: Record<string, (parameters: Record<string, unknown>, token: string) => BotAnswer> =
    {
      getMe: (_, token) => done(botOf(token)),
      sendMessage: withShape(shapes.sendMessage, (input, token) => {
        const refusal = refuseContent(input);
        if (refusal !== undefined) return refused(refusal);
        lastMessageId += 1;
        const message: SinkMessage = {
          chatId: input.chat_id,
          messageId: lastMessageId,
          text: input.text,
          parseMode: input.parse_mode ?? null,
          replyMarkup: input.reply_markup ?? null,
          sentAtMs: Date.now(),
          earlierTexts: [],
          isDeleted: false,
        };
        messages.push(message);
        log.bot(message.chatId, {
          text: input.text,
          html: input.parse_mode !== undefined,
          replyMarkup: message.replyMarkup,
        });
        return done(messageResult(message, token));
      }),
      editMessageText: withShape(shapes.editMessageText, (input, token) => {
        const message = find(input.chat_id, input.message_id);
        if (message === undefined) return refused("message to edit not found");
        const refusal = refuseContent(input);
        if (refusal !== undefined) return refused(refusal);
        const replyMarkup = input.reply_markup ?? null;
        if (
          message.text === input.text &&
          JSON.stringify(message.replyMarkup) === JSON.stringify(replyMarkup)
        ) {
          return refused(NOT_MODIFIED);
        }
        message.earlierTexts.push(message.text);
        Object.assign(message, {
          text: input.text,
          parseMode: input.parse_mode ?? null,
          replyMarkup,
        });
        log.bot(message.chatId, {
          text: input.text,
          html: input.parse_mode !== undefined,
          replyMarkup,
        });
        return done(messageResult(message, token));
      }),
      editMessageReplyMarkup: withShape(shapes.editMessageReplyMarkup, (input, token) => {
        const message = find(input.chat_id, input.message_id);
        if (message === undefined) return refused("message to edit not found");
        const rows = z
          .object({ inline_keyboard: z.array(z.unknown()) })
          .safeParse(input.reply_markup);
        const replyMarkup =
          rows.success && rows.data.inline_keyboard.length > 0 ? input.reply_markup : null;
        if (JSON.stringify(message.replyMarkup) === JSON.stringify(replyMarkup))
          return refused(NOT_MODIFIED);
        message.replyMarkup = replyMarkup;
        return done(messageResult(message, token));
      }),
      deleteMessage: withShape(shapes.deleteMessage, (input) => {
        const message = find(input.chat_id, input.message_id);
        if (message === undefined) return refused("message to delete not found");
        message.isDeleted = true;
        return done(true);
      }),
      sendChatAction: withShape(shapes.sendChatAction, () => done(true)),
      answerCallbackQuery: withShape(shapes.answerCallbackQuery, (input) =>
        openQueries.delete(input.callback_query_id)
          ? done(true)
          : refused("query is too old and response timeout expired or query ID is invalid"),
      ),
      setWebhook: withShape(shapes.setWebhook, (input, token) => {
        const { url, secret_token: secretToken = null, allowed_updates: allowedUpdates } = input;
        if (secretToken !== null && !/^[\w-]{1,256}$/.test(secretToken)) {
          return refused("secret token contains unallowed characters");
        }
        // Telegram takes HTTPS only; a Worker on this machine has none.
        if (url !== "" && !/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/.test(url)) {
          return refused("bad webhook: An HTTPS URL must be provided for webhook");
        }
        webhook = url === "" ? undefined : { url, secretToken, token, allowedUpdates };
        return done(true);
      }),
      getWebhookInfo: () =>
        done({
          url: webhook?.url ?? "",
          has_custom_certificate: false,
          pending_update_count: 0,
          ...(webhook !== undefined && { allowed_updates: webhook.allowedUpdates }),
        }),
      getMyCommands: () => done(commands),
      setMyCommands: withShape(shapes.setMyCommands, (input) => {
        ({ commands } = input);
        return done(true);
      }),
      deleteWebhook: () => {
        webhook = undefined;
        return done(true);
      },
    };

  return {
    call: (token: string, method: string, parameters: Record<string, unknown>): BotAnswer => {
      calls.push({ method, parameters });
      // Method names are matched without regard to case.
      const name = Object.keys(methods).find((one) => one.toLowerCase() === method.toLowerCase());
      const run = name === undefined ? undefined : methods[name];
      return run === undefined
        ? { ok: false, error_code: 404, description: "Not Found" }
        : run(parameters, token);
    },
    /** A callback query that a user has just made may be answered, once. */
    openQuery: (id: string): void => {
      openQueries.add(id);
    },
    webhook: () => webhook,
    messages: (): SinkMessage[] => messages.map((message) => structuredClone(message)),
    calls: (): BotCall[] => calls,
    clear: (): void => {
      messages = [];
      calls = [];
    },
  };
}

const NOT_MODIFIED =
  "message is not modified: specified new message content and reply markup are exactly the " +
  "same as a current content and reply markup of the message";

function messageResult(message: SinkMessage, token: string): unknown {
  const parsed = message.parseMode === null ? undefined : parseTelegramHtml(message.text);
  const id = Number(message.chatId);
  return {
    message_id: message.messageId,
    from: botOf(token),
    chat: Number.isSafeInteger(id)
      ? { id, type: id < 0 ? "supergroup" : "private" }
      : { username: message.chatId },
    date: Math.floor(message.sentAtMs / 1000),
    text: parsed?.ok ? parsed.text : message.text,
    ...(message.earlierTexts.length === 0 ? {} : { edit_date: Math.floor(Date.now() / 1000) }),
    ...(message.replyMarkup === null ? {} : { reply_markup: message.replyMarkup }),
  };
}

function botOf(token: string): unknown {
  const id = Number(/^\d+/.exec(token)?.[0] ?? 1);
  return { id, is_bot: true, first_name: "Local bot", username: "local_bot" };
}

function withShape<S extends z.ZodType>(
  shape: S,
  run: (input: z.output<S>, token: string) => BotAnswer,
) {
  return (parameters: Record<string, unknown>, token: string): BotAnswer => {
    const input = shape.safeParse(parameters);
    if (input.success) return run(input.data, token);
    const field = String(input.error.issues[0]?.path[0] ?? "parameters");
    return refused(parameters[field] === undefined ? `${field} is empty` : `${field} is invalid`);
  };
}

function done(result: unknown): BotAnswer {
  return { ok: true, result };
}

function refused(reason: string): BotAnswer {
  return { ok: false, error_code: 400, description: `Bad Request: ${reason}` };
}
