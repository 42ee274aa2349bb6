import * as z from "zod";
import { unixMs } from "../../../schemas/primitives.ts";
import type { WebhookView } from "../../../schemas/webhook.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { absentToNull, luaArray } from "../kernel/stored-json.ts";
import { luaWebhooks } from "./lua-webhooks.ts";

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

type Input = ReadCall & { operator: string };

/** An operator's endpoints, oldest first, without their secrets. */
export const listWebhooks = defineScript({
  name: "list-webhooks",
  effect: "read",
  uses: [luaWebhooks],
  lua: `
local function main(input)
  local views = {}
  for place, hook in ipairs(webhooks_of(input.operator) or {}) do views[place] = webhook_view(hook) end
  return { webhooks = views }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { operator }) => [keys.webhooks(operator)],
  output: z.object({ webhooks: luaArray(storedWebhook) }),
});
