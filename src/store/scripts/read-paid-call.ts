import * as z from "zod";
import { absentToNull } from "../absent-to-null.ts";
import { defineScript, type ReadCall } from "../define-script.ts";
import { luaPayments } from "../lua/lua-payments.ts";

type Input = ReadCall & { payer: string; nonce: string; requestHash: string };

/** What a payment has bought already, for the request that bought it: a spent payment does not verify again. */
export const readPaidCall = defineScript({
  name: "read-paid-call",
  effect: "read",
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local paid = seen(K.payment(input.payer, input.nonce), input.requestHash, now)
  if not paid then return { kind = 'none' } end
  return { kind = paid.kind, answer = paid.answer }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { payer, nonce }) => [keys.payment(payer, nonce)],
  output: z.object({ kind: z.enum(["none", "in_use", "other", "done", "unknown"]), answer: absentToNull(z.string()) }),
});
