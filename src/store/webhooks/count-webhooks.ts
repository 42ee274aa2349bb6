import * as z from "zod";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";

/** Endpoints due for a delivery now. */
export const countWebhooks = defineScript({
  name: "count-webhooks",
  effect: "read",
  lua: `
local function main(_, now)
  local until_now = '(' .. int(now)
  return { due = call('ZCOUNT', K.webhookDue(), '-inf', until_now) + call('ZCOUNT', K.webhookRetry(), '-inf', until_now) }
end`,
  encode: (_input: ReadCall) => ({}),
  declares: (keys) => [keys.webhookDue(), keys.webhookRetry()],
  output: z.object({ due: z.int() }),
});
