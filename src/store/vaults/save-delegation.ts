import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import {
  type DelegationRecord,
  delegationRecord,
} from "../../../schemas/vaults/delegation-record.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { luaDecimals } from "../attempts/lua-decimals.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaArray, orNull, storedJson } from "../kernel/stored-json.ts";
import { luaSamples } from "../samples/lua-samples.ts";

type Input = WriteCall & {
  record: DelegationRecord;
  /** If its nonce queue is unknown, all below this count as known. */
  chainNonce?: number | undefined;
};

/**
 * Replaces the record. An agent's first confirmation starts its nonce queue; a later one does not
 * move it, or it would excuse what the store forgot (decision D33).
 */
export const saveDelegation = defineScript({
  name: "save-delegation",
  uses: [luaAudit, luaDecimals, luaSamples],
  lua: `
local function main(input, now)
  call('SET', K.delegation(input.chainId, input.vault), input.json)
  if input.chainNonce then call('SET', K.nonceQueueConfirmed(input.chainId, input.agent), int(input.chainNonce - 1), 'NX') end
  call('ZADD', K.agentVaults(input.chainId), int(now), string.lower(input.vault) .. '|' .. string.lower(input.operator))
  begin_samples(input.chainId, input.vault, now)
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
    keys.samplesDue(),
  ],
  output: z.object({ ok: z.literal(true) }),
});

type DisableDelegationInput = WriteCall & {
  chainId: ChainId;
  vault: Hex;
  /** Verified, and the vault's owner there. */
  operator: Hex;
  /** Absent: switched off as it is. */
  selectors?: readonly Hex[] | undefined;
};

/** Switches a delegation off before any revocation is on chain. Null: there was none. */
export const disableDelegation = defineScript({
  name: "disable-delegation",
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
  -- Lua has one empty table. Quotes inside texts are escaped, so this is the field.
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
    record: orNull(storedJson(delegationRecord)),
    /** May be out already: nothing can stop these. */
    openHashes: luaArray(z.string()),
  }),
});
