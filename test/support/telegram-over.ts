import type { HostedChannel } from "../../src/kinds/channel.ts";
import { showOrderCard } from "../../src/telegram/show-order-card.ts";
import { TELEGRAM_CHANNEL } from "../../src/telegram/telegram-channel.ts";
import { telegramConnection } from "../../src/telegram/telegram-connection.ts";
import type { Messenger, SendOutcome } from "../../src/telegram/telegram-messenger.ts";
import { showNotices } from "../../src/telegram/texts-of.ts";

const DELIVERED: SendOutcome = { status: "delivered" };

/**
 * Telegram as the one channel, over what stands in for the Bot API; undefined: it is not
 * configured.
 */
export function telegramOver(messenger: Partial<Messenger> | undefined): readonly HostedChannel[] {
  const { connect: _, ...channel } = TELEGRAM_CHANNEL;
  const connection =
    messenger &&
    telegramConnection({
      send: async () => DELIVERED,
      answerButton: async () => DELIVERED,
      removeKeyboard: async () => DELIVERED,
      ...messenger,
    });
  const settings = {
    TELEGRAM_BOT_TOKEN: "token",
    TELEGRAM_BOT_NAME: "sextant_bot",
    TELEGRAM_WEBHOOK_SECRET: "s".repeat(16),
  };
  // Its texts are at hand: what is loaded with its first use takes a time that no virtual clock
  // knows.
  return [{ ...channel, show: showNotices, card: showOrderCard, settings, connection }];
}
