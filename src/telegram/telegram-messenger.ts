import * as z from "zod";
import type { Sent } from "../kinds/channel.ts";
import { sanitize } from "../lib/sanitize.ts";
import { escapeHtml } from "./escape-html.ts";
import type { InlineKeyboard } from "./order-button.ts";

/** Refusals of the chat (core.telegram.org/bots/api, and the server's own texts). */
const ABOUT_THE_CHAT =
  /chat not found|chat_id is empty|peer_id_invalid|user not found|chat was (deleted|upgraded)|have no rights/i;
const ABOUT_THE_MESSAGE = /message to edit not found|message can't be edited|message_id_invalid/i;
const THERE_ALREADY = /message is not modified/i;
const DEFAULT_RETRY_AFTER_SEC = 30;
/** core.telegram.org/bots/api#answercallbackquery */
const MAX_TOAST_CHARS = 200;

type Options = BotApiOptions & { docsAt?: string | undefined };

/**
 * Messenger over the Bot API. A refused token (401, 404) is `unknown`: the deployment is wrong, not
 * the message. @see https://core.telegram.org/bots/api#sendmessage
 */
export function createTelegramMessenger({ docsAt, ...options }: Options): Required<Messenger> {
  const api = createBotApi(options);
  const contentOf = (html: string, keyboard: InlineKeyboard | undefined) =>
    content(withDocsLinks(html, docsAt), keyboard);
  const ask = async (method: string, parameters: object) =>
    outcomeOf(await api(method, parameters));
  return {
    send: async (chatId, html, keyboard) => {
      const answer = await api("sendMessage", { chat_id: chatId, ...contentOf(html, keyboard) });
      const sent = sentMessage.safeParse(answer.ok === true ? answer.result : undefined);
      if (!sent.success) return outcomeOf(answer);
      const { message_id: messageId, date: atSec } = sent.data;
      return { ...outcomeOf(answer), messageId, ...(atSec !== undefined && { atSec }) };
    },
    edit: (chatId, messageId, html, keyboard) =>
      ask("editMessageText", {
        chat_id: chatId,
        message_id: messageId,
        ...contentOf(html, keyboard),
      }),
    typing: (chatId) => ask("sendChatAction", { chat_id: chatId, action: "typing" }),
    answerButton: (callbackId, text) =>
      ask("answerCallbackQuery", {
        callback_query_id: callbackId,
        text: text.slice(0, MAX_TOAST_CHARS),
      }),
    removeKeyboard: (chatId, messageId) =>
      ask("editMessageReplyMarkup", {
        chat_id: chatId,
        message_id: messageId,
        reply_markup: { inline_keyboard: [] },
      }),
  };
}

const withDocsLinks = (html: string, docsAt: string | undefined) =>
  docsAt === undefined
    ? html
    : html.replace(
        /(?<![\w/])\/docs#\w+/g,
        (place) => `<a href="${escapeHtml(docsAt)}${place}">${place}</a>`,
      );

/**
 * core.telegram.org/bots/api#editmessagetext: an edit without `reply_markup` takes the buttons
 * away.
 */
const content = (html: string, keyboard: InlineKeyboard | undefined) => ({
  text: html,
  parse_mode: "HTML",
  link_preview_options: { is_disabled: true },
  ...(keyboard !== undefined && { reply_markup: keyboard }),
});

/** core.telegram.org/bots/api#message: `date` in Unix seconds. */
const sentMessage = z.object({ message_id: z.int(), date: z.int().optional() });

function outcomeOf(answer: BotApiAnswer): SendOutcome {
  if (answer.ok === "none") return { status: "unknown", reason: answer.reason };
  if (answer.ok) return { status: "delivered" };
  const { error_code: code, description, parameters } = answer;
  const reason = sanitize(`${code} ${description}`, 120);
  if (code === 429) {
    return {
      status: "retry_after",
      seconds: Math.ceil(parameters?.retry_after ?? DEFAULT_RETRY_AFTER_SEC),
    };
  }
  if (code === 400 && THERE_ALREADY.test(description)) return { status: "delivered" };
  if (code === 400 && ABOUT_THE_MESSAGE.test(description))
    return { status: "refused", what: "message", reason };
  if (code === 403) return { status: "refused", what: "chat", reason };
  if (code === 400)
    return {
      status: "refused",
      what: ABOUT_THE_CHAT.test(description) ? "chat" : "content",
      reason,
    };
  return { status: "unknown", reason };
}

type BotApiOptions = {
  baseUrl: string;
  botToken: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  timeoutMs: number;
};

const answerShape = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string().default(""),
    parameters: z.object({ retry_after: z.number().positive().optional() }).optional(),
  }),
]);
/** `none`: no readable answer; the method may have been carried out. */
export type BotApiAnswer = z.infer<typeof answerShape> | { ok: "none"; reason: string };

export type BotApi = (method: string, parameters: object) => Promise<BotApiAnswer>;

/**
 * Calls one method once; never throws. The URL has the token, so no error's text is passed on. @see
 * https://core.telegram.org/bots/api#making-requests
 */
export function createBotApi({ baseUrl, botToken, fetch, timeoutMs }: BotApiOptions): BotApi {
  const base = `${baseUrl.replace(/\/+$/, "")}/bot${botToken}/`;
  return async (method, parameters) => {
    let text: string;
    try {
      const response = await fetch(base + method, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(parameters),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
    } catch (error) {
      return { ok: "none", reason: error instanceof Error ? error.name : "no answer" };
    }
    const answer = answerShape.safeParse(parseJson(text));
    return answer.success ? answer.data : { ok: "none", reason: "unreadable answer" };
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type SendOutcome =
  | Exclude<Sent, { status: "delivered" }>
  | { status: "delivered"; messageId?: number; atSec?: number };

/** One call is one request: no repeats, and nothing is thrown. */
export type Messenger = {
  send(chatId: string, html: string, keyboard?: InlineKeyboard): Promise<SendOutcome>;
  /** An unchanged message counts as delivered. */
  edit?(
    chatId: string,
    messageId: number,
    html: string,
    keyboard?: InlineKeyboard,
  ): Promise<SendOutcome>;
  typing?(chatId: string): Promise<SendOutcome>;
  answerButton(callbackId: string, text: string): Promise<SendOutcome>;
  removeKeyboard(chatId: string, messageId: number): Promise<SendOutcome>;
};
