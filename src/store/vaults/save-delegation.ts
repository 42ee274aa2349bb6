import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { type DelegationRecord, delegationRecord } from "../../../schemas/delegation-record.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull, luaArray, storedJson } from "../kernel/stored-json.ts";

type Input = WriteCall & {
  record: DelegationRecord;
  /** Where nothing is known of its nonce queue yet, all below is taken as known. */
  chainNonce?: number | undefined;
};

/**
 * Over what was there. The first confirmation of an agent is also where its nonce queue begins; a later one does not move it, or it would
 * excuse what the store has forgotten (decision 96).
 */
export const saveDelegation = defineScript({
  name: "save-delegation",
  effect: "write",
  uses: [luaAudit],
  lua: `
local function main(input, now)
  call('SET', K.delegation(input.chainId, input.vault), input.json)
  if input.chainNonce then call('SET', K.nonceQueueConfirmed(input.chainId, input.agent), int(input.chainNonce - 1), 'NX') end
  call('ZADD', K.agentVaults(input.chainId), int(now), string.lower(input.vault) .. '|' .. string.lower(input.operator))
  audit_append(input.chainId, input.vault, input.audit, now)
  return { ok = true }
end`,
  encode: ({ record, ...rest }: Input) => ({
    ...rest,
    chainId: record.chainId,
    vault: record.vault,
    agent: record.agent,
    operator: record.operator,
    audit: auditText({
      kind: "delegation_confirmed",
      actor: lowerHex(record.operator),
      agent: lowerHex(record.agent),
      selectors: record.selectors,
    }),
    json: JSON.stringify({
      ...record,
      vault: lowerHex(record.vault),
      operator: lowerHex(record.operator),
      agent: lowerHex(record.agent),
    }),
  }),
  declares: (keys, { record }) => [
    keys.delegation(record.chainId, record.vault),
    keys.nonceQueueConfirmed(record.chainId, record.agent),
    keys.agentVaults(record.chainId),
  ],
  output: z.object({ ok: z.literal(true) }),
});

type DisableDelegationInput = WriteCall & {
  chainId: ChainId;
  vault: Hex;
  /** The caller: verified, and the vault's owner there. */
  operator: Hex;
  /** With the last one the record is switched off. Absent: switched off as it is. */
  selectors?: readonly Hex[] | undefined;
};

/** Switches a delegation off at once, before any revocation is on chain. Answers the record as it now stands, null when there was none. */
export const disableDelegation = defineScript({
  name: "disable-delegation",
  effect: "write",
  uses: [luaAudit, luaAttempts],
  lua: `
local function main(input, now)
  local key = K.delegation(input.chainId, input.vault)
  local text = get(key)
  local hashes = {}
  if not text then return { openHashes = hashes } end
  local record, kept = cjson.decode(text), {}
  if input.selectors then
    local removed = {}
    for _, selector in ipairs(input.selectors) do removed[string.lower(selector)] = true end
    for _, selector in ipairs(record.selectors) do
      if not removed[selector] then kept[#kept + 1] = selector end
    end
    record.selectors = kept
  end
  if not input.selectors or #kept == 0 then record.enabled = false end
  text = cjson.encode(record)
  -- Lua has one empty table; quotes inside a text are escaped, so this can only be the field.
  if #record.selectors == 0 then text = string.gsub(text, '"selectors":{}', '"selectors":[]') end
  call('SET', key, text)
  audit_append(input.chainId, input.vault, input.audit, now)
  add_open_hashes(hashes, input.chainId, record.agent)
  return { record = text, openHashes = hashes }
end`,
  encode: ({ operator, ...rest }: DisableDelegationInput) => ({
    ...rest,
    audit: auditText({
      kind: "delegation_stopped",
      actor: lowerHex(operator),
      selectors: rest.selectors?.map(lowerHex),
    }),
  }),
  declares: (keys, { chainId, vault }) => [keys.delegation(chainId, vault)],
  output: z.object({
    record: absentToNull(storedJson(delegationRecord)),
    /** Transactions of the agent that may be out already: nothing can stop these. */
    openHashes: luaArray(z.string()),
  }),
});
