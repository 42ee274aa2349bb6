import * as z from "zod";
import { unixMs } from "../../../schemas/primitives.ts";
import type { WebhookView } from "../../../schemas/webhook.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, orNull } from "../kernel/stored-json.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaWebhookNotices, luaWebhooks } from "./lua-webhooks.ts";

export const storedWebhook = z
  .object({
    id: z.string(),
    url: z.string(),
    createdAt: unixMs,
    waiting: z.int(),
    dropped: z.int(),
    lastSuccessAt: orNull(unixMs),
    lastFailure: orNull(z.object({ at: unixMs, reason: z.string() })),
    failingSince: orNull(unixMs),
    offAt: orNull(unixMs),
  })
  .transform((hook): WebhookView => ({ ...hook, status: statusOf(hook) }));

const statusOf = ({
  offAt,
  failingSince,
}: Pick<WebhookView, "offAt" | "failingSince">): WebhookView["status"] =>
  offAt !== null ? "off" : failingSince !== null ? "failing" : "on";

/** Oldest first, without secrets. */
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
  encode: (input: ReadCall & { operator: string }) => input,
  declares: (keys, { operator }) => [keys.webhooks(operator)],
  output: z.object({ webhooks: luaArray(storedWebhook) }),
});

/** Drops its queue and tells the operator's other channels. `removed: false`: no such endpoint. */
export const removeWebhook = defineScript({
  name: "remove-webhook",
  uses: [luaOutbox, luaChannels, luaWebhookNotices],
  lua: `
local function main(input, now)
  local hooks = webhooks_of(input.operator) or {}
  local hook, place = webhook_find(hooks, input.id)
  if not hook then return { removed = false } end
  table.remove(hooks, place)
  webhooks_save(input.operator, hooks)
  webhook_forget(input.operator, hook.id)
  call('SREM', K.webhookEndpoints(), webhook_name(input.operator, hook.id))
  tell_webhook(input.operator, hook, 'removed', now)
  return { removed = true }
end`,
  encode: ({ operator, ...rest }: WriteCall & { operator: string; id: string }) => ({
    ...rest,
    operator: operator.toLowerCase(),
  }),
  declares: (keys, { operator }) => [keys.webhooks(operator), keys.channels(operator)],
  output: z.object({ removed: z.boolean() }),
});
