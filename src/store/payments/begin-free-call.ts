import * as z from "zod";
import { grantFault } from "../../../schemas/agent-grant.ts";
import type { AgentOfGrant } from "../../kinds/agent-of-grant.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull } from "../kernel/stored-json.ts";
import { luaGrantCalls, luaGrants } from "../vaults/lua-context.ts";
import { luaPayments, STRANGER_LIMITS } from "./lua-payments.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";

/** What `begin_free_call` answers. `ofNetwork`: nobody of that network is served until then but known operators. */
export const begunFreeCall = z.object({
  kind: z.enum([
    "run",
    "rate_limited",
    "idempotency_conflict",
    "idempotency_in_use",
    "idempotency_repeat",
    "token_not_valid",
  ]),
  answer: absentToNull(z.string()),
  retryAfterSec: z.int().optional(),
  ofNetwork: z.boolean().optional(),
  /** Why a token does not hold. */
  fault: grantFault.optional(),
});
export type BegunFreeCall = z.infer<typeof begunFreeCall>;

/** Limits of decision 25 for what costs nothing. */
const LIMITS = { windowMs: 60_000, perNetwork: 60, perOperator: 120 } as const;

/** With its Idempotency-Key. Needs luaPayments, luaGrants and luaGrantCalls. */
export const luaFreeCall = `
-- A known operator, who owns a vault, counts for itself and not for its network (decision 458). Others count for their network, also those with
-- a good signature: anybody can make a key. A signature without a time is nobody's once its operator has signed one with it.
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
  -- What cost nothing needs no look at the chain.
  if known and known.state == 'stale' then known = nil end
  if known and known.kind == 'other' then return { kind = 'idempotency_conflict' } end
  if known and known.kind == 'in_use' then return { kind = 'idempotency_in_use' } end
  if known then return { kind = 'idempotency_repeat', answer = known.answer } end
  hold(key, input, idem.bodyHash, now, ${PAYMENT_KEYS.idempotency.ttlSec})
  return { kind = 'run' }
end
`;

/**
 * In one trip. A call that names an operator costs requests to the chain: its network must have failed less than its share, or its signer be
 * known.
 */
export const beginFreeCall = defineScript({
  name: "begin-free-call",
  effect: "write",
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments, luaGrants, luaGrantCalls, luaFreeCall],
  lua: `
local function main(input, now)
  return begin_free_call(input, now)
end`,
  encode: (input: WriteCall & FreeCallInput) => ({ ...input }),
  output: begunFreeCall,
});

/** As `begin_free_call` takes it. */
export type FreeCallInput = {
  /** Whose calls it counts among; null: counted already. */
  network: string | null;
  /** Only a verified one: a caller cannot use up another operator's calls. */
  operator: string | null;
  /** In place of an operator: its calls are counted for its grant alone. */
  by?: AgentOfGrant | undefined;
  /** It acts for nobody and counts for its network: of `by` a token is judged, and no more. */
  isNobodys?: boolean;
  /** The vault that it names is known to be the operator's. */
  isOwner?: boolean;
  /** Its signature binds no time. */
  isPlain?: boolean;
  /** Of a call that names an operator, which will cost requests to the chain. */
  claimedFrom: string | null;
  /** The chain is read next for a contract's signature: that look-up is counted now. */
  asks?: boolean;
  /** The answer was good, so the lookup of this time is given back. */
  askedAtMs?: number | undefined;
  token: string;
  holdMs: number;
  idempotency: { scope: string; bodyHash: string } | null;
};

/** `answer` null: nothing is kept, and the key may be used again (only a 2xx is kept, decision 26). */
type Input = WriteCall & { scope: string; token: string; answer: string | null };

/** Ends a free call that held an idempotency key. */
export const endFreeCall = defineScript({
  name: "end-free-call",
  effect: "write",
  uses: [luaPayments],
  lua: `
local function main(input)
  local key = K.idempotency(input.scope)
  if not is_held_by(key, input.token) then return { ok = false } end
  if input.answer then call('HSET', key, 'state', 'done', 'answer', input.answer) else call('DEL', key) end
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { scope }) => [keys.idempotency(scope)],
  output: z.object({ ok: z.boolean() }),
});
