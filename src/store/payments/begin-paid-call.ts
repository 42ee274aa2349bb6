import * as z from "zod";
import { grantFault } from "../../../schemas/agent-grant.ts";
import { type VenueId, venueId } from "../../../schemas/venue-ids.ts";
import type { AgentOfGrant } from "../../kinds/agent-of-grant.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";
import { luaShares } from "../orders/take-shares.ts";
import { luaGrantCalls, luaGrants } from "../vaults/lua-context.ts";
import { luaPayments, STRANGER_LIMITS } from "./lua-payments.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";
import { type KeyPayment, keyPayment, storedDebt } from "./stored-debt.ts";

type Input = WriteCall & {
  payer: string;
  nonce: string;
  requestHash: string;
  token: string;
  holdMs: number;
  /** Lower case. */
  debtors: readonly string[];
  covers: readonly string[];
  operator: string | null;
  by?: AgentOfGrant | undefined;
  /** `payment` lets the key's own payment be looked up later (stored-debt.ts). */
  idempotency: { scope: string; bodyHash: string; payment?: KeyPayment } | null;
  /** An operator signed it: a run without an end is never run again. */
  acts: boolean;
  /** The chain's word on an earlier run without an end. `paid`: it runs again without a bill. */
  chainSaid?: "paid" | "unpaid" | null;
  /** Only reads, so it cannot have acted, whoever signed. */
  reads?: boolean;
  /** A payment (`payer:nonce`) that held the key and can no longer be made: the key is free. */
  over?: string | null;
  /** Venues asked side by side, with their calls, and what all doors may use in a window. */
  venues?: {
    windowMs: number;
    asked: readonly { venue: VenueId; calls: number; total: number }[];
  } | null;
  /** Counted when the facilitator is to be called. Null: called or counted already. */
  network: string | null;
  /**
   * The caller's network, which counts meetings with a payment in use and tokens that do not hold.
   */
  caller: string;
};

/** Decision D10, and concurrent calls per payer (docs/facts/x402.md 5). */
const LIMITS = {
  windowMs: 600_000,
  calls: 600,
  unsettled: 20,
  inFlight: 4,
  /** A waiting call polls seven times. */
  inUse: 300,
  operatorWindowMs: 60_000,
  operatorCalls: 120,
} as const;

/**
 * Claims a payment for one run, with rate limits, debts and idempotency key in the same step:
 * nothing runs before `run` and the facilitator's yes. Only payments signed by their payer get
 * here, so that a forged sender cannot lock out the real one. `counted`: took a look-up of the
 * network.
 */
export const beginPaidCall = defineScript({
  name: "begin-paid-call",
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaShares, luaPayments, luaGrants, luaGrantCalls],
  lua: `
local function is_stranger(input, now)
  return input.network and not has_paid(input.payer, now)
end

local function may_be_asked_about(input, now)
  if not is_stranger(input, now) then return true, 0, false end
  local free, wait = take_of(input.network, now)
  return free, wait, free
end

-- The answer of a key in use. A run without an end is decided by its own payment, which the caller
-- looks up first.
local function key_taken(idem, id, input, now)
  local known = idem and seen(K.idempotency(idem.scope), idem.bodyHash, now)
  if not known then return nil end
  local payment = known.payment and cjson.decode(known.payment)
  local did_not_end = known.state == 'stale' or known.state == 'lost' or known.state == 'unknown'
  if known.state == 'stale' and not payment then return nil end
  if did_not_end and payment then
    local of = payment.payer .. ':' .. payment.nonce
    if of == input.over and known.state ~= 'lost' then return nil end
    -- Its own payment again, with a known end.
    if of == id and input.chainSaid then return nil end
  end
  if known.kind == 'other' then return { kind = 'idempotency_conflict' } end
  if known.kind == 'in_use' then return { kind = 'idempotency_in_use' } end
  if did_not_end and payment then
    if not known.same then return { kind = 'idempotency_conflict' } end
    return { kind = 'idempotency_unknown', state = known.state, answer = known.answer, atMs = known.atMs, earlier = known.payment }
  end
  if known.kind == 'lost' then return { kind = 'lost', atMs = known.atMs } end
  return { kind = 'idempotency_repeat', answer = known.answer }
end

local function main(input, now)
  -- First: what is known of a payment is not for who carries a token that is over.
  local fault = token_fault(input.by, now)
  if fault then
    local met, left = count_in_window('tokens-refused:' .. input.caller, ${LIMITS.windowMs}, now)
    if met > ${LIMITS.inUse} then return { kind = 'rate_limited', retryAfterSec = left } end
    return { kind = 'token_not_valid', fault = fault }
  end
  local key = K.payment(input.payer, input.nonce)
  local paid = seen(key, input.requestHash, now)
  local again = false
  if paid and paid.state == 'stale' or paid and paid.kind == 'lost' then
    local runs = paid.state == 'stale' or input.reads
    if not input.chainSaid or not runs then return { kind = paid.state, atMs = paid.atMs } end
    if input.chainSaid == 'paid' then
      if not paid.same then return { kind = 'reused' } end
      again = true
    elseif paid.state == 'lost' then
      return { kind = 'lost', atMs = paid.atMs }
    end
  elseif paid then
    if paid.state == 'held' then
      local met, left = count_in_window('payments-in-use:' .. input.caller, ${LIMITS.windowMs}, now)
      if met > ${LIMITS.inUse} then return { kind = 'rate_limited', retryAfterSec = left } end
    end
    if paid.kind == 'other' and paid.state == 'held' then return { kind = 'in_use', isOthers = true } end
    if paid.kind == 'other' then return { kind = 'reused' } end
    return { kind = paid.kind, answer = paid.answer, atMs = paid.atMs }
  elseif input.chainSaid == 'paid' then
    return { kind = 'reused' }
  end
  local debts, standing = debts_of(input.debtors)
  local covered = 0
  for _, id in ipairs(input.covers) do if standing[id] then covered = covered + 1 end end
  if not again and (#debts ~= covered or #debts ~= #input.covers) then
    local free, left, counted = may_be_asked_about(input, now)
    if not free then return { kind = 'rate_limited', retryAfterSec = left } end
    return { kind = 'debt', debts = debts, counted = counted }
  end
  -- Before anything is counted for a payer: strangers can make up payers.
  if is_stranger(input, now) then
    local free, left = may_take_of(input.network, now)
    if not free then return { kind = 'rate_limited', retryAfterSec = left } end
  end
  local calls, wait = count_in_window('payer-calls:' .. input.payer, ${LIMITS.windowMs}, now)
  if calls > ${LIMITS.calls} then return { kind = 'rate_limited', retryAfterSec = wait } end
  if counted_in_window('payer-unsettled:' .. input.payer, ${LIMITS.windowMs}, now) >= ${LIMITS.unsettled} then
    return { kind = 'rate_limited', retryAfterSec = wait }
  end
  if input.operator then
    local ofOperator, left = count_in_window('operator:' .. input.operator, ${LIMITS.operatorWindowMs}, now)
    if ofOperator > ${LIMITS.operatorCalls} then return { kind = 'rate_limited', retryAfterSec = left } end
  end
  local granted, ofGrant
  if input.by then
    granted, ofGrant = count_grant_call(input.by, now)
    if granted == false then return { kind = 'rate_limited', retryAfterSec = ofGrant } end
  end
  -- A key under a grant counts for its agent alone.
  local idem = (granted or not input.by) and input.idempotency
  local known = key_taken(idem, input.payer .. ':' .. input.nonce, input, now)
  if known then return known end
  local flight = K.paymentsInFlight(input.payer)
  call('ZREMRANGEBYSCORE', flight, '-inf', int(now))
  if call('ZCARD', flight) >= ${LIMITS.inFlight} then return { kind = 'busy' } end
  local free, left, counted = may_be_asked_about(input, now)
  if not free then return { kind = 'rate_limited', retryAfterSec = left } end
  hold(key, input, input.requestHash, now, ${PAYMENT_KEYS.payment.ttlSec})
  call('ZADD', flight, int(now + input.holdMs), input.token)
  call('EXPIRE', flight, ${PAYMENT_KEYS.paymentsInFlight.ttlSec})
  if idem then
    local payment = idem.payment and cjson.encode(idem.payment)
    hold(K.idempotency(idem.scope), input, idem.bodyHash, now, ${PAYMENT_KEYS.idempotency.ttlSec}, payment)
  end
  return { kind = 'run', counted = counted, freeVenues = take_for_door(input.venues, now) }
end`,
  encode: (input: Input) => input,
  declares: (keys, { payer, nonce, venues }) => [
    keys.payment(payer, nonce),
    keys.paymentsInFlight(payer),
    ...(venues?.asked ?? []).map(({ venue }) => keys.doorCalls(venue)),
  ],
  output: z.object({
    kind: z.enum([
      "run",
      "in_use",
      "reused",
      "lost",
      "stale",
      "done",
      "unknown",
      "owed",
      "debt",
      "rate_limited",
      "busy",
      "idempotency_conflict",
      "idempotency_in_use",
      "idempotency_repeat",
      "idempotency_unknown",
      "token_not_valid",
    ]),
    /** Why a token does not hold. */
    fault: grantFault.optional(),
    answer: orNull(z.string()),
    atMs: orNull(z.number()),
    state: z.enum(["stale", "lost", "unknown"]).optional(),
    earlier: storedJson(keyPayment).optional(),
    isOthers: z.boolean().optional(),
    debts: luaArray(storedDebt).optional(),
    counted: z.boolean().optional(),
    retryAfterSec: z.int().optional(),
    freeVenues: luaArray(venueId).optional(),
  }),
});
