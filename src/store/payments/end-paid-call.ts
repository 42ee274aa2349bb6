import * as z from "zod";
import type { BazaarListing } from "../../../schemas/bazaar-listing.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments } from "./lua-payments.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";
import type { Debt } from "./stored-debt.ts";

type Input = WriteCall & {
  payer: string;
  nonce: string;
  token: string;
  /**
   * done: settled. unknown: the settlement's answer was lost; kept until the chain is read. owed:
   * answered, nothing charged. released: nothing given or charged; invalid, unverified: likewise,
   * as the facilitator refused or was silent. again: paid, nothing given: the same request may run
   * once more.
   */
  outcome: "done" | "unknown" | "owed" | "released" | "invalid" | "unverified" | "again";
  answer: string | null;
  idempotencyScope: string | null;
  debt: Debt | null;
  clears: readonly Debt[];
  listing?: BazaarListing["status"] | null;
  /** Given back once the facilitator has said yes. */
  counted: { network: string; atMs: number } | null;
};

const WINDOW_MS = 600_000;

/** Only the run's holder ends it: a hold that expired and was taken again stays. */
export const endPaidCall = defineScript({
  name: "end-paid-call",
  uses: [luaPayments],
  lua: `
local NOT_GIVEN = { released = true, invalid = true, unverified = true }
local function main(input, now)
  local key = K.payment(input.payer, input.nonce)
  local verified = input.outcome ~= 'invalid' and input.outcome ~= 'unverified'
  if verified and input.counted then give_back_to(input.counted.network, input.counted.atMs) end
  if input.outcome == 'done' then call('SET', K.hasPaid(input.payer), int(now), 'EX', ${PAYMENT_KEYS.hasPaid.ttlSec}) end
  if input.listing then call('HSET', K.bazaarListing(), input.listing, int(now)) end
  call('ZREM', K.paymentsInFlight(input.payer), input.token)
  local idem = input.idempotencyScope and K.idempotency(input.idempotencyScope)
  if idem and is_held_by(idem, input.token) then
    if input.outcome == 'again' then
      call('HSET', idem, 'until', int(now))
    elseif input.outcome == 'unknown' then
      -- The key keeps its payment: another payment must not buy what this one may have bought.
      call('HSET', idem, 'state', 'unknown', 'answer', input.answer)
    elseif input.answer and not NOT_GIVEN[input.outcome] then
      call('HSET', idem, 'state', 'done', 'answer', input.answer)
    else
      call('DEL', idem)
    end
  end
  if input.debt then
    for _, debtor in ipairs(input.debt.debtors) do call('HSET', K.paymentDebt(debtor), input.debt.id, input.debt.json) end
  end
  clear_debts(input.clears)
  if not is_held_by(key, input.token) then return { ok = false } end
  if NOT_GIVEN[input.outcome] then
    call('DEL', key)
    -- The facilitator's silence is not the payer's fault.
    if input.outcome ~= 'unverified' then count_in_window('payer-unsettled:' .. input.payer, ${WINDOW_MS}, now) end
  elseif input.outcome == 'again' then
    call('HSET', key, 'until', int(now))
  else
    call('HSET', key, 'state', input.outcome, 'answer', input.answer or '')
  end
  return { ok = true }
end`,
  encode: ({ debt, ...input }: Input) => ({
    ...input,
    ...(debt !== null && {
      debt: { id: debt.id, debtors: debt.debtors, json: JSON.stringify(debt) },
    }),
  }),
  declares: (keys, { payer, nonce }) => [keys.payment(payer, nonce), keys.paymentsInFlight(payer)],
  output: z.object({ ok: z.boolean() }),
});
