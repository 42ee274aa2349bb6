import * as z from "zod";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";

/** When the last tick claimed; null before the first. An answer says too that the store runs our scripts. */
export const readLastTick = defineScript({
  name: "read-last-tick",
  effect: "read",
  uses: [],
  lua: `
local function main()
  return { lastTickMs = tonumber(get(K.lastTick())) }
end`,
  encode: (_input: ReadCall) => ({}),
  declares: (keys) => [keys.lastTick()],
  output: z.object({ lastTickMs: absentToNull(z.int()) }),
});
