import { telegramUpdate } from "../../../schemas/telegram-update.ts";
import { readUpdate } from "../../../src/telegram/read-update.ts";

/** 2026-09-01T00:00:00Z, and the same in Telegram's seconds. */
export const NOW_MS = 1_788_220_800_000;
export const NOW_SEC = 1_788_220_800;
export const USER = 4_503_599_627_370_495;

const user = { id: USER, is_bot: false, first_name: "Ann", language_code: "en" };
const chat = { id: USER, type: "private", first_name: "Ann" };

/** A message as Telegram delivers it, with fields that nobody reads. */
export const messageUpdate = (text: string, message: Record<string, unknown> = {}) => ({
  update_id: 10_000,
  message: { message_id: 1_365, from: user, chat, date: NOW_SEC, text, ...message },
});

export const callbackUpdate = (data: string, callback: Record<string, unknown> = {}) => ({
  update_id: 10_001,
  callback_query: {
    id: "4382bfdwdsb323b2d9",
    from: user,
    message: {
      message_id: 77,
      from: { id: 9, is_bot: true, first_name: "bot" },
      chat,
      date: NOW_SEC,
      text: "Sell?",
    },
    chat_instance: "-3700",
    data,
    ...callback,
  },
});

/** The whole way of an update, at NOW_MS, to a bot named sextant_bot. */
export const read = (update: unknown, nowMs: number = NOW_MS) =>
  readUpdate(telegramUpdate.parse(update), { botName: "sextant_bot", nowMs });
