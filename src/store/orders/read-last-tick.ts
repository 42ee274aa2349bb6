import * as z from "zod";
import { webhookCounts } from "../../../schemas/health-report.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";

const at = absentToNull(z.int());
/** An empty table of Lua would be a list. */
const bazaar = z.object({ success: at, processing: at, rejected: at, known: z.literal(true) });

/**
 * When it claimed (null before the first), how many webhooks fail or were switched off, and what the facilitator last said of listing. An
 * answer says too that the store runs our scripts.
 */
export const readLastTick = defineScript({
  name: "read-last-tick",
  effect: "read",
  uses: [],
  lua: `
local function main()
  local listing = call('HMGET', K.bazaarListing(), 'success', 'processing', 'rejected')
  return { bazaar = { success = tonumber(listing[1]), processing = tonumber(listing[2]), rejected = tonumber(listing[3]), known = true }, lastTickMs = tonumber(get(K.lastTick())), webhooks = { failing = call('ZCARD', K.webhookRetry()), off = call('ZCARD', K.webhookOff()) } }
end`,
  encode: (_input: ReadCall) => ({}),
  declares: (keys) => [keys.lastTick(), keys.webhookRetry(), keys.webhookOff(), keys.bazaarListing()],
  output: z.object({ lastTickMs: absentToNull(z.int()), webhooks: webhookCounts, bazaar }),
});
