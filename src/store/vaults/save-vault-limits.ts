import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { type VaultLimits, vaultLimits } from "../../../schemas/vault-limits.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaSignedAction } from "./lua-context.ts";

/** An operator's change of a vault's own limits. */
export type LimitsChange = WriteCall & {
  operator: Hex;
  /** The limited vault, whose log records the change. */
  vault: Hex;
  chainId: ChainId;
  /** Signed for loosening; used up even if nothing is loosened. */
  messageHash?: string | undefined;
};

type Input = LimitsChange & {
  /** One version above that which it was made of. */
  limits: VaultLimits;
  /** Base token as `perToken` names it: exempt from the limit of any one bought token. */
  baseKey: Hex;
};

/**
 * Saves an operator's limits of a vault on a chain. Loosening, judged by the limits in force in
 * this step, needs a message signed for it (decision D2, form c), once. `limits_changed`: made of
 * other limits than those in force. A refusal changes nothing.
 */
export const saveVaultLimits = defineScript({
  name: "save-vault-limits",
  uses: [luaSignedAction, luaAudit, luaDecimals],
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

-- 'listed' (once 'all') or a list of addresses, which only narrows it.
local function buys_more(old, new)
  if type(old) == 'string' then return false end
  return type(new) == 'string' or not is_within(new, old)
end

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
  if input.messageHash and not use_up(input.operator, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
  call('SET', key, input.json)
  audit_append(input.chainId, input.vault, input.audit, now)
  return { ok = true }
end`,
  encode: ({ limits, ...rest }: Input) => {
    // An unreadable record would fail every later read of this vault.
    const parsed = vaultLimits.parse(limits);
    return {
      ...rest,
      json: JSON.stringify(parsed),
      audit: auditText({
        kind: "vault_limits_changed",
        actor: lowerHex(rest.operator),
        limits: parsed,
      }),
    };
  },
  declares: (keys, { operator, chainId, vault, messageHash }) => [
    keys.limits(operator, chainId, vault),
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: okOr(
    {},
    { code: z.enum(["fresh_signature_needed", "signature_used", "limits_changed"]) },
  ),
});
