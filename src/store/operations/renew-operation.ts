import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

type Input = WriteCall & { operationId: string };

/** The right to make a card anew, of which an operation has one: `ok: false` where it was used, or a rejection came too late to be one. */
export const renewOperation = defineScript({
  name: "renew-operation",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  local key = K.operation(input.operationId)
  return { ok = call('EXISTS', key) == 1 and call('HSETNX', key, 'renewed', '1') == 1 }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { operationId }) => [keys.operation(operationId)],
  output: z.object({ ok: z.boolean() }),
});
