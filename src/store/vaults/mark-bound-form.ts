import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

type Input = WriteCall & { operator: string };

/** For good: the form which binds the time (decision 18). Not for others: any key can sign. */
export const markBoundForm = defineScript({
  name: "mark-bound-form",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  call('SET', K.boundForm(input.operator), '1')
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { operator }) => [keys.boundForm(operator)],
  output: z.object({ ok: z.literal(true) }),
});
