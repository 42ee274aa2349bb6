import * as z from "zod";
import { unixMs } from "../../../schemas/primitives.ts";
import type { WebhookView } from "../../../schemas/webhook.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";

/** `webhook_view` of lua-webhooks.ts, as its operator sees it. */
export const storedWebhook = z
  .object({
    id: z.string(),
    url: z.string(),
    createdAt: unixMs,
    waiting: z.int(),
    dropped: z.int(),
    lastSuccessAt: absentToNull(unixMs),
    lastFailure: absentToNull(z.object({ at: unixMs, reason: z.string() })),
    failingSince: absentToNull(unixMs),
    offAt: absentToNull(unixMs),
  })
  .transform((hook): WebhookView => ({ ...hook, status: statusOf(hook) }));

const statusOf = ({ offAt, failingSince }: Pick<WebhookView, "offAt" | "failingSince">): WebhookView["status"] =>
  offAt !== null ? "off" : failingSince !== null ? "failing" : "on";
