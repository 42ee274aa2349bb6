import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments } from "./lua-payments.ts";

type Input = WriteCall & {
  payer: string;
  nonce: string;
  clears: readonly { id: string; debtors: readonly string[] }[];
  /** With its receipt; and the key that a repeat brought. */
  answer?: string;
  idempotencyScope?: string | null;
};

/** Marks an unknown or owed payment as done, and clears its debts. */
export const settleUnknownPayment = defineScript({
  name: "settle-unknown-payment",
  uses: [luaPayments],
  lua: `
local function main(input)
  local key = K.payment(input.payer, input.nonce)
  local state = hget(key, 'state')
  clear_debts(input.clears)
  if state ~= 'unknown' and state ~= 'owed' then return { ok = false } end
  call('HSET', key, 'state', 'done')
  if input.answer then call('HSET', key, 'answer', input.answer) end
  local idem = input.idempotencyScope and K.idempotency(input.idempotencyScope)
  if idem and input.answer and hget(idem, 'state') == 'unknown' and hget(idem, 'token') == hget(key, 'token') then
    call('HSET', idem, 'state', 'done', 'answer', input.answer)
  end
  return { ok = true }
end`,
  encode: (input: Input) => input,
  declares: (keys, { payer, nonce }) => [keys.payment(payer, nonce)],
  output: z.object({ ok: z.boolean() }),
});
