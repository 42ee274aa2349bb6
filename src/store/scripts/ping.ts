import * as z from "zod";
import { defineScript, type ReadCall } from "../define-script.ts";

/** Whether the store runs our scripts. Touches no key. */
export const ping = defineScript({
  name: "ping",
  effect: "read",
  uses: [],
  lua: `
local function main()
  return { ok = true }
end`,
  encode: (_input: ReadCall) => ({}),
  output: z.object({ ok: z.literal(true) }),
});
