import type { Tables } from "../kinds/tables.ts";
import { TELEGRAM_CHANNEL } from "../telegram/telegram-channel.ts";
import { TELEGRAM_DOOR } from "./telegram-door.ts";

/** The channels that notify operators. */
export const CHANNELS: Tables["channels"] = {
  telegram: { ...TELEGRAM_CHANNEL, door: TELEGRAM_DOOR },
};
