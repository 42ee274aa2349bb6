import * as z from "zod";
import type { DelegationRecord } from "../../../schemas/delegation-record.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

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
