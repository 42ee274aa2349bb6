import * as z from "zod";
import { sanitize } from "../lib/sanitize.ts";
import type { Messenger, SendOutcome } from "./messenger.ts";

type Options = {
  baseUrl: string;
  botToken: string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  timeoutMs: number;
};

const answerShape = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string().default(""),
    parameters: z.object({ retry_after: z.number().positive().optional() }).optional(),
  }),
]);

/** Of a 400 that speaks about the chat and not about the text (core.telegram.org/bots/api, and the server's own texts). */
const ABOUT_THE_CHAT =
  /chat not found|chat_id is empty|peer_id_invalid|user not found|chat was (deleted|upgraded)|have no rights/i;
/** When 429 comes without its number. */
const DEFAULT_RETRY_AFTER_SEC = 30;

/**
 * Telegram's sendMessage as the messaging channel. A bot token that is not taken (401, 404) is `unknown`: it says nothing
 * about the message and everything about the deployment. The URL carries the token, so no error's own text is passed on.
 *
 * @see https://core.telegram.org/bots/api#sendmessage
 */
export function createTelegramMessenger({ baseUrl, botToken, fetch, timeoutMs }: Options): Messenger {
  const url = `${baseUrl.replace(/\/+$/, "")}/bot${botToken}/sendMessage`;
  return {
    send: async (chatId, html) => {
      const body = { chat_id: chatId, text: html, parse_mode: "HTML", link_preview_options: { is_disabled: true } };
      let text: string;
      try {
        const response = await fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          redirect: "manual",
          signal: AbortSignal.timeout(timeoutMs),
        });
        text = await response.text();
      } catch (error) {
        return { status: "unknown", reason: error instanceof Error ? error.name : "no answer" };
      }
      return outcomeOf(text);
    },
  };
}

function outcomeOf(text: string): SendOutcome {
  const answer = answerShape.safeParse(parseJson(text));
  if (!answer.success) return { status: "unknown", reason: "unreadable answer" };
  if (answer.data.ok) return { status: "delivered" };
  const { error_code: code, description, parameters } = answer.data;
  const reason = sanitize(`${code} ${description}`, 120);
  if (code === 429) {
    return { status: "retry_after", seconds: Math.ceil(parameters?.retry_after ?? DEFAULT_RETRY_AFTER_SEC) };
  }
  if (code === 403) return { status: "refused", what: "chat", reason };
  if (code === 400) return { status: "refused", what: ABOUT_THE_CHAT.test(description) ? "chat" : "content", reason };
  return { status: "unknown", reason };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
