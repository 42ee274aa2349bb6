import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

/**
 * Marks for good that this operator signs the time (decision D2); no other, since any key can sign.
 */
export const markBoundForm = defineScript({
  name: "mark-bound-form",
  lua: `
local function main(input)
  call('SET', K.boundForm(input.operator), '1')
  return { ok = true }
end`,
  encode: (input: WriteCall & { operator: string }) => input,
  declares: (keys, { operator }) => [keys.boundForm(operator)],
  output: z.object({ ok: z.literal(true) }),
});
