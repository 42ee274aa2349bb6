import { SCHEDULE_ROUTES } from "../schemas/schedule-routes.ts";
import { type Env, parseEnv, requireEnv } from "./env.ts";
import { upsertSchedule } from "./schedule/qstash-publisher.ts";
import { WEBHOOK_PATH } from "./telegram/queued-update.ts";
import { setUpBot } from "./telegram/set-up-bot.ts";
import { createBotApi } from "./telegram/telegram-messenger.ts";

const TELEGRAM_TIMEOUT_MS = 10_000;

/** Sets up the outside parts from the same variables, and tells what it changed. */
async function setup(): Promise<void> {
  const env = parseEnv(process.env);
  const { PUBLIC_BASE_URL, QSTASH_TOKEN } = requireEnv(env, ["PUBLIC_BASE_URL", "QSTASH_TOKEN"]);
  const destination = new URL(SCHEDULE_ROUTES.tick, PUBLIC_BASE_URL).href;
  const done = await upsertSchedule({
    baseUrl: env.QSTASH_URL ?? "https://qstash.upstash.io",
    token: QSTASH_TOKEN,
    destination,
  });
  console.log(`QStash schedule ${done}: ${destination}, every 5 minutes, no retries.`);
  await setUpTelegram(env, PUBLIC_BASE_URL);
}

async function setUpTelegram(env: Env, baseUrl: string): Promise<void> {
  if (env.TELEGRAM_BOT_TOKEN === undefined) {
    console.log("Telegram: TELEGRAM_BOT_TOKEN is not set; nothing changed.");
    return;
  }
  const bot = requireEnv(env, [
    "TELEGRAM_BOT_TOKEN",
    "TELEGRAM_WEBHOOK_SECRET",
    "TELEGRAM_BOT_NAME",
  ]);
  const url = new URL(WEBHOOK_PATH, baseUrl).href;
  const { webhook, commands } = await setUpBot({
    api: createBotApi({
      baseUrl: env.TELEGRAM_API_URL ?? "https://api.telegram.org",
      botToken: bot.TELEGRAM_BOT_TOKEN,
      fetch: (to, init) => fetch(to, init),
      timeoutMs: TELEGRAM_TIMEOUT_MS,
    }),
    url,
    secret: bot.TELEGRAM_WEBHOOK_SECRET,
    botName: bot.TELEGRAM_BOT_NAME,
  });
  console.log(`Telegram webhook ${webhook}: ${url}; its secret is the one configured now.`);
  console.log(`Telegram menu ${commands}.`);
}

setup().catch((error: unknown) => {
  const cause =
    error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  console.error(`Setup failed: ${error instanceof Error ? error.message : "unknown"}${cause}`);
  process.exitCode = 1;
});
