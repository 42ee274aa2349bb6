import type { LazyRoute } from "../route.ts";

/** Telegram's own routes: how a chat is paired and unpaired, and how what is written in it comes in. */
export const TELEGRAM_DOOR: readonly LazyRoute[] = [
  {
    method: "POST",
    path: "/api/telegram/pair",
    load: async () => (await import("../../functions/telegram/pair-telegram.ts")).pairTelegram,
  },
  {
    method: "POST",
    path: "/api/telegram/unpair",
    load: async () => (await import("../../functions/telegram/unpair-telegram.ts")).unpairTelegram,
  },
  {
    method: "POST",
    path: "/api/telegram/webhook",
    load: async () => (await import("../../functions/telegram/telegram-webhook.ts")).telegramWebhook,
  },
  {
    method: "POST",
    path: "/api/internal/telegram-update",
    load: async () => (await import("../../functions/internal/telegram-update.ts")).telegramUpdateRoute,
  },
];
