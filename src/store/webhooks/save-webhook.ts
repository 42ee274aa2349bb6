import * as z from "zod";
import { WEBHOOK_LIMITS } from "../../../schemas/webhook-limits.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaPayments } from "../payments/lua-payments.ts";
import { storedWebhook } from "./list-webhooks.ts";
import { luaWebhookNotices } from "./lua-webhooks.ts";

type Input = WriteCall & {
  operator: string;
  /** For a new endpoint; a known URL keeps its own. */
  id: string;
  /** Spelled as the platform does, so one URL has one spelling. */
  url: string;
  secret: string;
};

/**
 * Adds an endpoint, pings it and tells the operator's other channels. A known URL gets the new
 * secret, is switched on and keeps its queue.
 */
export const saveWebhook = defineScript({
  name: "save-webhook",
  uses: [luaPayments, luaOutbox, luaChannels, luaWebhookNotices],
  lua: `
local function main(input, now)
  local operator = input.operator
  local hooks = webhooks_of(operator) or {}
  local hook
  for _, known in ipairs(hooks) do
    if known.url == input.url then hook = known end
  end
  if not hook and #hooks >= ${WEBHOOK_LIMITS.perOperator} then return { ok = false, code = 'webhook_limit' } end
  local registrations, wait = count_in_window('webhooks:' .. operator, ${WEBHOOK_LIMITS.hourMs}, now)
  if registrations > ${WEBHOOK_LIMITS.registrationsPerHour} then return { ok = false, code = 'rate_limited', retryAfterSec = wait } end
  tell_webhook(operator, hook or input, 'added', now)
  hooks = webhooks_of(operator) or {}
  hook = hook and webhook_find(hooks, hook.id)
  if not hook then
    hook = { id = input.id, url = input.url }
    hooks[#hooks + 1] = hook
  end
  hook.secret, hook.createdAt, hook.dropped = input.secret, now, 0
  hook.offAt, hook.failingSince, hook.failures, hook.lastFailure, hook.lastSuccessAt = nil, nil, nil, nil, nil
  webhooks_save(operator, hooks)
  local name = webhook_name(operator, hook.id)
  call('SADD', K.webhookEndpoints(), name)
  call('ZREM', K.webhookOff(), name)
  call('ZREM', K.webhookRetry(), name)
  local id = 'webhook:' .. hook.id .. ':ping:' .. int(now)
  local ping = { kind = 'webhook_ping', id = id, operator = operator, createdAt = now, webhookId = hook.id }
  webhook_put(operator, hook.id, { id = id, payload = cjson.encode(ping) }, now - 1)
  return { ok = true, webhook = webhook_view(hook) }
end`,
  encode: ({ operator, ...rest }: Input) => ({ ...rest, operator: operator.toLowerCase() }),
  declares: (keys, { operator }) => [keys.webhooks(operator), keys.channels(operator)],
  output: z.union([
    z.object({ ok: z.literal(true), webhook: storedWebhook }),
    z.object({ ok: z.literal(false), code: z.literal("webhook_limit") }),
    z.object({ ok: z.literal(false), code: z.literal("rate_limited"), retryAfterSec: z.int() }),
  ]),
});

/** Counts name look-ups, registered or not, in dry runs too. */
export const countLookup = defineScript({
  name: "count-lookup",
  uses: [luaPayments],
  counts: true,
  lua: `
local function main(input, now)
  local count, wait = count_in_window('webhook-names:' .. input.operator, ${WEBHOOK_LIMITS.hourMs}, now)
  return { ok = count <= ${WEBHOOK_LIMITS.registrationsPerHour}, retryAfterSec = wait }
end`,
  encode: ({ operator, ...rest }: WriteCall & { operator: string }) => ({
    ...rest,
    operator: operator.toLowerCase(),
  }),
  output: z.object({ ok: z.boolean(), retryAfterSec: z.int() }),
});
