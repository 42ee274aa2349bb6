import type { ChannelId } from "../../schemas/channel-ids.ts";
import type { LazyRoute } from "../route.ts";

/** Routes of each channel: pairing, unpairing and what is written there. */
export const CHANNEL_DOORS: Readonly<Record<ChannelId, readonly LazyRoute[]>> = {
  telegram: [
    {
      method: "POST",
      path: "/api/telegram/pair",
      load: async () => (await import("../../functions/telegram/pair-telegram.ts")).pairTelegram,
    },
    {
      method: "POST",
      path: "/api/telegram/unpair",
      load: async () =>
        (await import("../../functions/telegram/unpair-telegram.ts")).unpairTelegram,
    },
    {
      method: "POST",
      path: "/api/telegram/webhook",
      load: async () =>
        (await import("../../functions/telegram/telegram-webhook.ts")).telegramWebhook,
    },
    {
      method: "POST",
      path: "/api/internal/telegram-update",
      load: async () =>
        (await import("../../functions/telegram/telegram-update.ts")).telegramUpdateRoute,
    },
  ],
};
