import * as z from "zod";
import { orderChangeEvent } from "../../../schemas/order-change-event.ts";
import { orderEvent } from "../../../schemas/order-event.ts";
import { ORDER_LIMITS } from "../../../schemas/order-limits.ts";
import { vaultEvent } from "../../../schemas/vault-event.ts";
import { venueOrderEvent } from "../../../schemas/venue-order-event.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray, storedJson } from "../kernel/stored-json.ts";

const storedEvent = z.union([vaultEvent, venueOrderEvent, orderChangeEvent, orderEvent]);

export type StoredEvent = z.infer<typeof storedEvent>;

/** Last 24 hours (spec, "Limits"), newest first: at most 20 of orders and 20 others. */
export const readEvents = defineScript({
  name: "read-events",
  effect: "read",
  lua: `
local function main(input, now)
  local kept = {}
  for _, text in ipairs(call('LRANGE', K.events(input.vault), 0, -1)) do
    if now - cjson.decode(text).timestamp <= input.retentionMs then kept[#kept + 1] = text end
  end
  return { events = kept }
end`,
  encode: (input: ReadCall & { vault: string }) => ({
    ...input,
    retentionMs: ORDER_LIMITS.eventRetentionMs,
  }),
  declares: (keys, { vault }) => [keys.events(vault)],
  output: z.object({ events: luaArray(storedJson(storedEvent)) }),
});
