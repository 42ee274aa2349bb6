import * as z from "zod";
import { verifyScheduleSignature } from "../../src/auth/verify-schedule-signature.ts";
import { defineRoute } from "../../src/route.ts";
import { loadOperatorChat } from "../../src/telegram/load-operator-chat.ts";
import { queuedUpdate, replyRetry, UPDATE_PATH } from "../../src/telegram/queued-update.ts";

/**
 * One update of the bot, queued by the webhook, or an answer to deliver again. QStash's signature
 * is checked before the body is read.
 */
export const telegramUpdateRoute = defineRoute({
  method: "POST",
  path: UPDATE_PATH,
  price: "free",
  operationId: "telegramUpdate",
  summary: "Handle a queued update of the bot",
  tags: ["Internal"],
  auth: "schedule",
  leastScope: "none",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: z.object({ handled: z.boolean() }),
  isUnlimited: true,
  handle: async ({ deps, requestId }, { body, raw }) => {
    await verifyScheduleSignature(deps.env, raw, UPDATE_PATH);
    const again = replyRetry.safeParse(body);
    const chat = await loadOperatorChat(deps);
    if (!again.success) return chat.handle(deps, requestId, queuedUpdate.parse(body));
    await chat.retry(deps, again.data.tell);
    return { handled: true };
  },
});
