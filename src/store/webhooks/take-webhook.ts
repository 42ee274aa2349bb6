import * as z from "zod";
import { hexAddress } from "../../../schemas/primitives.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { orNull } from "../kernel/stored-json.ts";
import { luaWebhooks } from "./lua-webhooks.ts";

/** Endpoints by their last delivery, taken or failed: neither kind waits behind the other. */
export type WebhookLane = "due" | "retry";

type Input = WriteCall & {
  lane: WebhookLane;
  leaseMs: number;
  limit: number;
};

const takenWebhook = z.object({
  id: z.string(),
  operator: hexAddress,
  url: z.string(),
  secret: z.string(),
  failures: z.int(),
  /** Oldest first; `payload` is JSON text. */
  items: z.array(z.object({ id: z.string(), payload: z.string() })),
});
export type TakenWebhook = z.infer<typeof takenWebhook>;

/**
 * Leases the longest waiting endpoint until `leaseUntilMs`, so that its notifications keep their
 * order. It comes again when the lease ends.
 */
export const takeWebhook = defineScript({
  name: "take-webhook",
  uses: [luaWebhooks],
  lua: `
local function main(input, now)
  local index = input.lane == 'retry' and K.webhookRetry() or K.webhookDue()
  local lease_end = now + input.leaseMs
  -- Every passed name goes, so the loop ends; this bounds it all the same.
  for _ = 1, 20 do
    local name = call('ZRANGEBYSCORE', index, '-inf', '(' .. int(now), 'LIMIT', 0, 1)[1]
    if not name then break end
    local operator, id = string.match(name, '^(0x%x+)|(.+)$')
    local hook = operator and webhook_find(webhooks_of(operator), id)
    local items = {}
    for _, item_id in ipairs(hook and not hook.offAt and call('LRANGE', K.webhookQueue(id), 0, input.limit - 1) or {}) do
      local readable, item = pcall(cjson.decode, hget(K.webhookItems(id), item_id) or '')
      if readable then items[#items + 1] = { id = item_id, payload = item.payload }
      else call('LREM', K.webhookQueue(id), 1, item_id) end
    end
    if #items > 0 then
      call('ZADD', index, int(lease_end), name)
      return { leaseUntilMs = lease_end, webhook = { id = id, operator = operator, url = hook.url, secret = hook.secret, failures = hook.failures or 0, items = items } }
    end
    call('ZREM', index, name)
  end
  return { leaseUntilMs = lease_end }
end`,
  encode: (input: Input) => input,
  declares: (keys) => [keys.webhookDue(), keys.webhookRetry()],
  output: z.object({ leaseUntilMs: z.int(), webhook: orNull(takenWebhook) }),
});
