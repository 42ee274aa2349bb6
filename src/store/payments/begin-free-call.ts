import * as z from "zod";
import { grantFault } from "../../../schemas/auth/agent-grant.ts";
import type { AgentOfGrant } from "../../kinds/call-context.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { orNull } from "../kernel/stored-json.ts";
import { luaGrantCalls, luaGrants } from "../vaults/lua-context.ts";
import { luaPayments, STRANGER_LIMITS } from "./lua-payments.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";

/** `ofNetwork`: until then only known operators of that network are served. */
export const begunFreeCall = z.object({
  kind: z.enum([
    "run",
    "rate_limited",
    "idempotency_conflict",
    "idempotency_in_use",
    "idempotency_repeat",
    "token_not_valid",
  ]),
  answer: orNull(z.string()),
  retryAfterSec: z.int().optional(),
  ofNetwork: z.boolean().optional(),
  /** Why a token does not hold. */
  fault: grantFault.optional(),
});

/** Decision D10, for free calls. */
const LIMITS = { windowMs: 60_000, perNetwork: 60, perOperator: 120 } as const;

export const luaFreeCall = `
-- A known operator, who owns a vault, counts for itself (decision D10). All others count for their
-- network, since anybody can make a key. Once an operator has signed with a time, its plain
-- signature is nobody's.
local function begin_free_call(input, now)
  local operator, isKnown = input.operator, false
  if operator then
    local bound = get(K.boundForm(operator))
    if bound and input.isPlain then operator = nil else isKnown = not not bound or input.isOwner == true end
  end
  local granted, grant_wait
  local fault = token_fault(input.by, now)
  if input.by and not fault and not input.isNobodys then granted, grant_wait = count_grant_call(input.by, now) end
  if granted == false then return { kind = 'rate_limited', retryAfterSec = grant_wait } end
  isKnown = isKnown or granted == true
  if input.network and not isKnown then
    local calls, wait = count_in_window('ip:' .. input.network, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perNetwork} then return { kind = 'rate_limited', retryAfterSec = wait, ofNetwork = true } end
  end
  if input.askedAtMs and operator then give_back_to(input.claimedFrom, input.askedAtMs) end
  if input.claimedFrom and not isKnown then
    local free, wait = (input.asks and take_of or may_take_of)(input.claimedFrom, now)
    if not free then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  if fault then return { kind = 'token_not_valid', fault = fault } end
  if operator then
    local calls, wait = count_in_window('operator:' .. operator, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perOperator} then return { kind = 'rate_limited', retryAfterSec = wait } end
  end
  local idem = (operator or granted) and input.idempotency
  if not idem then return { kind = 'run' } end
  local key = K.idempotency(idem.scope)
  local known = seen(key, idem.bodyHash, now)
  -- A free call needs no look at the chain.
  if known and known.state == 'stale' then known = nil end
  if known and known.kind == 'other' then return { kind = 'idempotency_conflict' } end
  if known and known.kind == 'in_use' then return { kind = 'idempotency_in_use' } end
  if known then return { kind = 'idempotency_repeat', answer = known.answer } end
  hold(key, input, idem.bodyHash, now, ${PAYMENT_KEYS.idempotency.ttlSec})
  return { kind = 'run' }
end
`;

/**
 * A call that names an operator costs chain requests: its network must have failed less than its
 * share, or its signer be known.
 */
export const beginFreeCall = defineScript({
  name: "begin-free-call",
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments, luaGrants, luaGrantCalls, luaFreeCall],
  lua: `
local function main(input, now)
  return begin_free_call(input, now)
end`,
  encode: (input: WriteCall & FreeCallInput) => input,
  output: begunFreeCall,
});

export type FreeCallInput = {
  /** Null: counted already. */
  network: string | null;
  /** A verified one, so that no caller uses up another's calls. */
  operator: string | null;
  by?: AgentOfGrant | undefined;
  /** It acts for nobody and counts for its network: of `by` a token is judged, and no more. */
  isNobodys?: boolean;
  isOwner?: boolean;
  isPlain?: boolean;
  /** The network of a call whose named operator will cost chain requests. */
  claimedFrom: string | null;
  /** The chain is read next for a contract's signature: counts that look-up now. */
  asks?: boolean;
  /** The answer was good: gives back the look-up taken then. */
  askedAtMs?: number | undefined;
  token: string;
  holdMs: number;
  idempotency: { scope: string; bodyHash: string } | null;
};

/** `answer` null: the key is free again (only a 2xx is kept, decision D8). */
type Input = WriteCall & { scope: string; token: string; answer: string | null };

/** Ends a free call that held an idempotency key. */
export const endFreeCall = defineScript({
  name: "end-free-call",
  uses: [luaPayments],
  lua: `
local function main(input)
  local key = K.idempotency(input.scope)
  if not is_held_by(key, input.token) then return { ok = false } end
  if input.answer then call('HSET', key, 'state', 'done', 'answer', input.answer) else call('DEL', key) end
  return { ok = true }
end`,
  encode: (input: Input) => input,
  declares: (keys, { scope }) => [keys.idempotency(scope)],
  output: z.object({ ok: z.boolean() }),
});
