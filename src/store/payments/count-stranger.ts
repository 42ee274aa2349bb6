import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaPayments, STRANGER_LIMITS } from "./lua-payments.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";

/**
 * Takes a chain or facilitator look-up of a network's strangers (STRANGER_LIMITS). `ok: false`:
 * none is left; make no request.
 */
export const countStranger = defineScript({
  name: "count-stranger",
  counts: true,
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local free, wait = take_of(input.network, now)
  return { ok = free, retryAfterSec = wait }
end`,
  encode: (input: WriteCall & { network: string }) => input,
  output: z.object({ ok: z.boolean(), retryAfterSec: z.int() }),
});

type CountSessionInput = WriteCall & {
  network: string;
  /** With a good signature; null: not known yet. */
  operator: string | null;
  askedAtMs?: number;
  /** A sign-in's, good for one call; null for the operator message. */
  nonce: string | null;
};

/** Decision D5. */
const LIMITS = { windowMs: 14_400_000, perOperator: 100, perNetwork: 300 } as const;

/**
 * Counts before the chain is read for a session. A network that has failed too often reads no more,
 * unless its signer is known.
 */
export const countSession = defineScript({
  name: "count-session",
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments],
  lua: `
local function main(input, now)
  if input.askedAtMs then
    give_back_to(input.network, input.askedAtMs)
  else
    local ofNetwork, left = count_in_window('session-ip:' .. input.network, ${LIMITS.windowMs}, now)
    if ofNetwork > ${LIMITS.perNetwork} then return { ok = false, retryAfterSec = left } end
  end
  if not (input.operator and get(K.boundForm(input.operator))) then
    local free, left = (input.operator and may_take_of or take_of)(input.network, now)
    if not free then return { ok = false, retryAfterSec = left } end
  end
  if input.nonce and not call('SET', K.signInNonce(input.operator, input.nonce), '1', 'NX', 'EX', ${PAYMENT_KEYS.signInNonce.ttlSec}) then
    return { ok = false, used = true, retryAfterSec = 0 }
  end
  if input.operator then
    local calls, wait = count_in_window('session:' .. input.operator, ${LIMITS.windowMs}, now)
    if calls > ${LIMITS.perOperator} then return { ok = false, retryAfterSec = wait } end
  end
  return { ok = true }
end`,
  encode: (input: CountSessionInput) => input,
  output: okOr({}, { used: z.boolean().optional(), retryAfterSec: z.int() }),
});
