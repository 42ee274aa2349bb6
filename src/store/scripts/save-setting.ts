import * as z from "zod";
import { type OperatorSettings, operatorSettings } from "../../../schemas/operator-settings.ts";
import { defineScript, type WriteCall } from "../define-script.ts";
import { effectiveSettings } from "../effective-settings.ts";
import { luaSettings } from "../lua/lua-settings.ts";

type Input = WriteCall & {
  operator: string;
  /** The loss budget has a script of its own: loosening it needs more than this. */
  field: Exclude<keyof OperatorSettings, "lossDayBps" | "lossWeekBps">;
  /** Basis points, or the execution mode. null: back to the default. */
  value: number | "autonomous" | "confirm" | null;
  /** For a value that ends by itself: the Swap Shield raise, 10 minutes (decision 13). */
  ttlMs?: number | undefined;
};

/** Sets or clears one setting; answers all that are then in force. */
export const saveSetting = defineScript({
  name: "save-setting",
  effect: "write",
  uses: [luaSettings],
  lua: `
local function main(input, now)
  local key = K.settings(input.operator)
  if input.value then
    call('HSET', key, input.field, input.value .. '|' .. (input.ttlMs and int(now + input.ttlMs) or ''))
  else
    call('HDEL', key, input.field)
  end
  return { settings = effective_settings(input.operator, now) }
end`,
  encode: (input: Input) => {
    // A value out of range would make every later read of this operator fail.
    if (input.value !== null) operatorSettings.parse({ [input.field]: input.value });
    return { ...input };
  },
  declares: (keys, { operator }) => [keys.settings(operator)],
  output: z.object({ settings: effectiveSettings }),
});
