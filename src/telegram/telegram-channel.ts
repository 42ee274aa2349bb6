import type { Channel, ChannelHost } from "../kinds/channel.ts";
import { backoffMs } from "../lib/in-parallel.ts";
import { TELEGRAM_ID, telegramConnection } from "./telegram-connection.ts";
import type { Messenger } from "./telegram-messenger.ts";

const TIMEOUT_MS = 5_000;
const DEFAULT_URL = "https://api.telegram.org";

/**
 * Telegram without its routes. Its limits: about 30 messages a second in all, one a second to a
 * chat, 20 a minute to a group
 * (core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this). A message every 45 ms
 * is 6,666 in a tick's five minutes, so many operators get an alarm within one tick.
 */
export const TELEGRAM_CHANNEL: Omit<Channel, "door"> = {
  id: TELEGRAM_ID,
  env: { needs: ["TELEGRAM_BOT_TOKEN"], takes: ["TELEGRAM_API_URL", "PUBLIC_BASE_URL"] },
  pair: {
    needs: ["TELEGRAM_BOT_NAME", "TELEGRAM_WEBHOOK_SECRET"],
    // The bot then sends `/start <code>` (core.telegram.org/bots/features#deep-linking).
    link: (code, { TELEGRAM_BOT_NAME: botName }) => `https://t.me/${botName}?start=${code}`,
  },
  queue: {
    most: { first: 20, later: 60 },
    // In any second 1,000 / 45 and those at once: 28 at most, and 29 with an answer.
    paceMs: { all: 45, address: 3_000, talk: 1_000 },
    atOnce: 6,
    // About a day.
    backoff: { afterMs: backoffMs, tries: 50 },
  },
  show: async (notices) => (await import("./texts-of.ts")).showNotices(notices),
  card: async (of) => (await import("./show-order-card.ts")).showOrderCard(of),
  connect: (host) => telegramConnection(lazyMessenger(host)),
};

function lazyMessenger({ settings, fetch }: ChannelHost): Required<Messenger> {
  const {
    TELEGRAM_API_URL: baseUrl = DEFAULT_URL,
    TELEGRAM_BOT_TOKEN: botToken = "",
    PUBLIC_BASE_URL,
  } = settings;
  const load = async () => {
    const { createTelegramMessenger } = await import("./telegram-messenger.ts");
    const docsAt = PUBLIC_BASE_URL && new URL(PUBLIC_BASE_URL).origin;
    return createTelegramMessenger({ baseUrl, botToken, fetch, timeoutMs: TIMEOUT_MS, docsAt });
  };
  return {
    send: async (...args) => (await load()).send(...args),
    edit: async (...args) => (await load()).edit(...args),
    typing: async (...args) => (await load()).typing(...args),
    answerButton: async (...args) => (await load()).answerButton(...args),
    removeKeyboard: async (...args) => (await load()).removeKeyboard(...args),
  };
}
