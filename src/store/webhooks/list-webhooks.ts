import * as z from "zod";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";
import { luaArray } from "../kernel/lua-array.ts";
import { luaWebhooks } from "./lua-webhooks.ts";
import { storedWebhook } from "./stored-webhook.ts";

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
