import { WEBHOOK_PATH } from "../../src/telegram/queued-update.ts";
import { setUpBot } from "../../src/telegram/set-up-bot.ts";
import { createBotApi } from "../../src/telegram/telegram-messenger.ts";

const TIMEOUT_MS = 10_000;

/**
 * Registers the Worker's webhook with the sink, by the very code of `npm run setup`. Nothing where
 * no bot is configured.
 */
export async function registerBot(
  sinkUrl: string,
  baseUrl: string,
  vars: Record<string, string>,
): Promise<void> {
  const {
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_WEBHOOK_SECRET: secret,
    TELEGRAM_BOT_NAME: botName,
  } = vars;
  if (!botToken || !secret || !botName) return;
  const api = createBotApi({
    baseUrl: sinkUrl,
    botToken,
    timeoutMs: TIMEOUT_MS,
    fetch: (url, init) => fetch(url, init),
  });
  await setUpBot({ api, url: baseUrl + WEBHOOK_PATH, secret, botName });
}
