import * as z from "zod";
import { webhookCounts } from "../../../schemas/health-report.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";

/**
 * When the last tick claimed (null before the first), and how many webhooks fail or were switched off. An answer says too that the store
 * runs our scripts.
 */
export const readLastTick = defineScript({
  name: "read-last-tick",
  effect: "read",
  uses: [],
  lua: `
local function main()
  return { lastTickMs = tonumber(get(K.lastTick())), webhooks = { failing = call('ZCARD', K.webhookRetry()), off = call('ZCARD', K.webhookOff()) } }
end`,
  encode: (_input: ReadCall) => ({}),
  declares: (keys) => [keys.lastTick(), keys.webhookRetry(), keys.webhookOff()],
  output: z.object({ lastTickMs: absentToNull(z.int()), webhooks: webhookCounts }),
});
