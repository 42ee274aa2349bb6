import type { ChannelId } from "../../schemas/notices/channel-ids.ts";
import type { Channel } from "../kinds/channel.ts";
import type { LazyRoute } from "../route.ts";
import { TELEGRAM_CHANNEL } from "../telegram/telegram-channel.ts";

type Row = Omit<Channel, "door"> & { door: readonly LazyRoute[] };

/**
 * The channels that notify operators, each with its routes: pairing, unpairing and what is written
 * there.
 */
export const CHANNELS: Readonly<Record<ChannelId, Row>> = {
  telegram: {
    ...TELEGRAM_CHANNEL,
    door: [
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
  },
};

/** Routes of all channels. */
export const CHANNEL_ROUTES: readonly LazyRoute[] = Object.values(CHANNELS).flatMap(
  ({ door }) => door,
);
