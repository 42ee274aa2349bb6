import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { type VaultLimits, vaultLimits } from "../../../schemas/vault-limits.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  operator: Hex;
  /** The vault whose limits they are, and whose log records it. */
  vault: Hex;
  chainId: ChainId;
  /** Its version one above that of what it was made of. */
  limits: VaultLimits;
  /** As `perToken` would name it: the limit of any one bought token does not hold for it. */
  baseKey: Hex;
  /** Signed for loosening: used up here, whatever is changed with it. */
  messageHash?: string | undefined;
};

/**
 * Per operator, vault and chain. Whether that loosens one is decided here, by what is in force in this very step: then it needs a message
 * signed for it (decision 18, form c), once. `fresh_signature_needed`, `signature_used` and `limits_changed` (they were made of others than
 * are in force): nothing changed.
 */
export const saveVaultLimits = defineScript({
  name: "save-vault-limits",
  effect: "write",
  uses: [luaAudit, luaDecimals],
  lua: `
local function is_more(old, new) return old and (not new or dec_compare(new, old) > 0) end

local function is_within(part, whole)
  local has = {}
  for _, one in ipairs(whole) do has[one] = true end
  for _, one in ipairs(part) do
    if not has[one] then return false end
  end
  return true
end

local function allowance(limits, token, base)
  for _, own in ipairs(limits.perToken) do
    if own.token == token then return own.maxPerDay end
  end
  if token ~= base then return limits.maxPerTokenPerDay end
end

local function is_any_token_looser(old, new, base)
  if is_more(old.maxPerTokenPerDay, new.maxPerTokenPerDay) then return true end
  for _, list in ipairs({ old.perToken, new.perToken }) do
    for _, own in ipairs(list) do
      if is_more(allowance(old, own.token, base), allowance(new, own.token, base)) then return true end
    end
  end
  return false
end

-- 'listed' (once 'all'), or a list of addresses, which only takes some out of that.
local function buys_more(old, new)
  if type(old) == 'string' then return false end
  return type(new) == 'string' or not is_within(new, old)
end

-- A token that was not named, or with more than it was.
local function names_more(old, new)
  local most = {}
  for _, one in ipairs(old.named or {}) do most[one.token] = one.maxPerDay end
  for _, one in ipairs(new.named or {}) do
    if not most[one.token] or dec_compare(one.maxPerDay, most[one.token]) > 0 then return true end
  end
  return false
end

local function is_looser(old, new, input)
  return is_more(old.maxPerTransaction, new.maxPerTransaction) or is_more(old.maxPerDay, new.maxPerDay)
    or is_any_token_looser(old, new, input.baseKey) or buys_more(old.tokens, new.tokens) or names_more(old, new)
    or not is_within(new.hooks or {}, old.hooks or {})
    or (old.venues and (not new.venues or not is_within(new.venues, old.venues)))
end

local function main(input, now)
  local key, new = K.limits(input.operator, input.chainId, input.vault), cjson.decode(input.json)
  local kept = get(key)
  local old = kept and cjson.decode(kept) or { version = 0, perToken = {}, tokens = 'listed' }
  if old.version ~= new.version - 1 then return { ok = false, code = 'limits_changed' } end
  if is_looser(old, new, input) and not input.messageHash then return { ok = false, code = 'fresh_signature_needed' } end
  if input.messageHash then
    local use = K.signedAction(input.operator, input.messageHash)
    if not call('SET', use, int(now), 'NX', 'EX', ${VAULT_KEYS.signedAction.ttlSec}) then return { ok = false, code = 'signature_used' } end
  end
  call('SET', key, input.json)
  audit_append(input.chainId, input.vault, input.audit, now)
  return { ok = true }
end`,
  encode: ({ limits, ...rest }: Input) => {
    // An unreadable record would make every later read of this vault fail.
    const parsed = vaultLimits.parse(limits);
    return {
      ...rest,
      json: JSON.stringify(parsed),
      audit: auditText({ kind: "vault_limits_changed", actor: lowerHex(rest.operator), limits: parsed }),
    };
  },
  declares: (keys, { operator, chainId, vault, messageHash }) => [
    keys.limits(operator, chainId, vault),
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), code: z.enum(["fresh_signature_needed", "signature_used", "limits_changed"]) }),
  ]),
});
