import * as z from "zod";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaPayments, STRANGER_LIMITS } from "./lua-payments.ts";
import { PAYMENT_KEYS } from "./payment-keys.ts";

type Input = WriteCall & { network: string };

/**
 * A look-up at chain or facilitator that a network's strangers may cause (STRANGER_LIMITS). `ok: false`: none is left, and no request may be
 * made.
 */
export const countStranger = defineScript({
  name: "count-stranger",
  effect: "write",
  counts: true,
  rememberedSec: STRANGER_LIMITS.rememberedSec,
  uses: [luaPayments],
  lua: `
local function main(input, now)
  local free, wait = take_of(input.network, now)
  return { ok = free, retryAfterSec = wait }
end`,
  encode: (input: Input) => ({ ...input }),
  output: z.object({ ok: z.boolean(), retryAfterSec: z.int() }),
});

type CountSessionInput = WriteCall & {
  /** Whence it comes. */
  network: string;
  /** Only one whose signature is good; null while that is not known. */
  operator: string | null;
  /** The count at that time is given back. */
  askedAtMs?: number;
  /** Of a sign-in, good for one call; null for the operator message. */
  nonce: string | null;
};

/** Limits of decision 20. */
const LIMITS = { windowMs: 14_400_000, perOperator: 100, perNetwork: 300 } as const;

/**
 * Before the chain is read for it (a contract's signature, the vault's owner). For a network that has failed too often the chain is not read
 * again, unless its signer is known.
 */
export const countSession = defineScript({
  name: "count-session",
  effect: "write",
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
  encode: (input: CountSessionInput) => ({ ...input }),
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), used: z.boolean().optional(), retryAfterSec: z.int() }),
  ]),
});
