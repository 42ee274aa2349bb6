import * as z from "zod";
import { requireEnv } from "../../src/env.ts";
import { AppError } from "../../src/errors.ts";
import { equalSecrets } from "../../src/lib/sha256-of.ts";
import { defineRoute } from "../../src/route.ts";
import { loadOperatorChat } from "../../src/telegram/load-operator-chat.ts";
import { WEBHOOK_PATH } from "../../src/telegram/queued-update.ts";

/**
 * Takes updates from Telegram. Its secret is checked before the body is read
 * (core.telegram.org/bots/api#setwebhook).
 */
export const telegramWebhook = defineRoute({
  method: "POST",
  path: WEBHOOK_PATH,
  price: "free",
  operationId: "telegramWebhook",
  summary: "Take an update of the bot",
  tags: ["Internal"],
  auth: "none",
  leastScope: "none",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: z.object({ ok: z.literal(true) }),
  isUnlimited: true,
  handle: async ({ deps, requestId }, { body, raw }) => {
    const { TELEGRAM_WEBHOOK_SECRET: secret } = requireEnv(deps.env, ["TELEGRAM_WEBHOOK_SECRET"]);
    if (!equalSecrets(raw.headers.get("x-telegram-bot-api-secret-token"), secret))
      throw new AppError(
        "unauthorized",
        "This endpoint accepts only updates of the bot's own webhook.",
      );
    await (await loadOperatorChat(deps)).receive(deps, requestId, body);
    return { ok: true as const };
  },
});
