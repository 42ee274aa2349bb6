import * as z from "zod";
import { WEBHOOK_LIMITS } from "../../../schemas/webhook-limits.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaChannels, luaOutbox } from "../outbox/lua-outbox.ts";
import { luaWebhookNotices } from "./lua-webhooks.ts";
import type { WebhookLane } from "./take-webhook.ts";

type Input = WriteCall & {
  operator: string;
  id: string;
  lane: WebhookLane;
  /** An endpoint leased since by another keeps the other's time. */
  leaseUntilMs: number;
  delivered: readonly string[];
  failed?: { id: string; reason: string; nextMs: number } | undefined;
};

/** Then it goes behind the others and holds back none. */
const TRIES_AT_THE_HEAD = 5;

/**
 * An endpoint that took nothing for a day is switched off: its queue is dropped, and the operator's
 * other channels are told.
 */
export const settleWebhook = defineScript({
  name: "settle-webhook",
  uses: [luaOutbox, luaChannels, luaWebhookNotices],
  lua: `
local function gone(id, item_id)
  call('LREM', K.webhookQueue(id), 1, item_id)
  return call('HDEL', K.webhookItems(id), item_id)
end

-- Behind the others if it holds them back; out if it failed often while the endpoint took others.
local function note_try(hook, item_id, now)
  local readable, item = pcall(cjson.decode, hget(K.webhookItems(hook.id), item_id) or '')
  if not readable then return end
  item.tries, item.since = item.tries + 1, item.since or now
  if item.tries >= ${WEBHOOK_LIMITS.maxTries} and (hook.lastSuccessAt or 0) > item.since then
    hook.dropped = (hook.dropped or 0) + gone(hook.id, item_id)
    return
  end
  call('HSET', K.webhookItems(hook.id), item_id, cjson.encode(item))
  if item.tries % ${TRIES_AT_THE_HEAD} == 0 and call('LREM', K.webhookQueue(hook.id), 1, item_id) == 1 then
    call('RPUSH', K.webhookQueue(hook.id), item_id)
  end
end

local function place(input, hook, now)
  local name = webhook_name(input.operator, hook.id)
  local index = input.lane == 'retry' and K.webhookRetry() or K.webhookDue()
  if tonumber(call('ZSCORE', index, name) or '') ~= input.leaseUntilMs then return end
  call('ZREM', index, name)
  if input.failed then
    call('ZADD', K.webhookRetry(), int(input.failed.nextMs), name)
  elseif call('LLEN', K.webhookQueue(hook.id)) > 0 then
    -- Due at once: the next take may come within this ms.
    call('ZADD', K.webhookDue(), int(now - 1), name)
  end
end

local function main(input, now)
  local operator = input.operator
  local hooks = webhooks_of(operator)
  local hook = webhook_find(hooks, input.id)
  if not hook or hook.offAt then return { switchedOff = false } end
  for _, item_id in ipairs(input.delivered) do gone(hook.id, item_id) end
  if #input.delivered > 0 then hook.lastSuccessAt, hook.failures, hook.failingSince = now, nil, nil end
  if input.failed then
    hook.failures, hook.failingSince = (hook.failures or 0) + 1, hook.failingSince or now
    hook.lastFailure = { at = now, reason = input.failed.reason }
    note_try(hook, input.failed.id, now)
  end
  local is_off = input.failed and hook.failures >= ${WEBHOOK_LIMITS.offAfterFailures} and now - hook.failingSince >= ${WEBHOOK_LIMITS.offAfterMs}
  if is_off then
    hook.offAt, hook.dropped = now, (hook.dropped or 0) + webhook_forget(operator, hook.id)
    call('ZADD', K.webhookOff(), int(now), webhook_name(operator, hook.id))
  else
    place(input, hook, now)
  end
  webhooks_save(operator, hooks)
  if is_off then tell_webhook(operator, hook, 'switched_off', now, hook.lastFailure.reason) end
  return { switchedOff = is_off and true or false }
end`,
  encode: ({ operator, ...rest }: Input) => ({ ...rest, operator: operator.toLowerCase() }),
  declares: (keys, { operator, id }) => [
    keys.webhooks(operator),
    keys.webhookQueue(id),
    keys.webhookItems(id),
  ],
  output: z.object({ switchedOff: z.boolean() }),
});
