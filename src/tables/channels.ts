import type { Tables } from "../kinds/tables.ts";
import { TELEGRAM_CHANNEL } from "../telegram/telegram-channel.ts";
import { CHANNEL_DOORS } from "./channel-doors.ts";

/** The channels that notify operators. */
export const CHANNELS: Tables["channels"] = {
  telegram: { ...TELEGRAM_CHANNEL, door: CHANNEL_DOORS.telegram },
};
