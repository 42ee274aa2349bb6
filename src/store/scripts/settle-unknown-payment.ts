import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";

type Input = WriteCall & { payer: string; nonce: string; debtors: readonly string[] };

/** The chain has shown that a payment of unknown outcome was made: it is done, and no debt of it stands any more. */
export const settleUnknownPayment = defineScript({
  name: "settle-unknown-payment",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  local key = K.payment(input.payer, input.nonce)
  if hget(key, 'state') ~= 'unknown' then return { ok = false } end
  call('HSET', key, 'state', 'done')
  for _, debtor in ipairs(input.debtors) do call('DEL', K.paymentDebt(debtor)) end
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { payer, nonce }) => [keys.payment(payer, nonce)],
  output: z.object({ ok: z.boolean() }),
});
