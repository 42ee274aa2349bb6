import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaWebhookNotices } from "./lua-webhooks.ts";

type Input = WriteCall & { operator: string; id: string };

/** With what waits for it, told to the operator's other channels. `removed: false`: the operator has none of this id. */
export const removeWebhook = defineScript({
  name: "remove-webhook",
  effect: "write",
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
  encode: ({ operator, ...rest }: Input) => ({ ...rest, operator: operator.toLowerCase() }),
  declares: (keys, { operator }) => [keys.webhooks(operator), keys.channels(operator)],
  output: z.object({ removed: z.boolean() }),
});
