import type { Hex } from "viem";
import * as z from "zod";
import { type AgentGrant, agentGrant, GRANT_LIMITS } from "../../../schemas/agent-grant.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaGrants } from "./lua-grants.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  grant: AgentGrant;
  /** Where ownership was verified: that chain's log has the entry. */
  chainId: ChainId;
  /** Signed for this very grant: used up here. */
  messageHash: Hex;
};

/** `grant_limit`: so many of this owner's for this vault last. `signature_used`: nothing was written either. */
export const saveGrant = defineScript({
  name: "save-grant",
  effect: "write",
  uses: [luaAudit, luaGrants],
  lua: `
local function main(input, now)
  local grant = cjson.decode(input.json)
  local listed, lasting = K.grantsOf(grant.owner, grant.vault), 0
  for _, id in ipairs(call('ZRANGE', listed, 0, -1)) do
    local other = load_grant(id)
    if not other then call('ZREM', listed, id) elseif not end_of_grant(other, now) then lasting = lasting + 1 end
  end
  if lasting >= ${GRANT_LIMITS.perVault} then return { ok = false, code = 'grant_limit' } end
  local use = K.signedAction(grant.owner, input.messageHash)
  if not call('SET', use, int(now), 'NX', 'EX', ${VAULT_KEYS.signedAction.ttlSec}) then return { ok = false, code = 'signature_used' } end
  call('HSET', K.grant(grant.id), 'json', input.json)
  call('EXPIRE', K.grant(grant.id), int(math.ceil((grant.expiresAtMs - now) / 1000)) + ${VAULT_KEYS.grant.ttlSec})
  call('ZADD', listed, int(grant.expiresAtMs), grant.id)
  audit_append(input.chainId, grant.vault, input.audit, now)
  return { ok = true }
end`,
  encode: ({ grant, ...rest }: Input) => {
    // An unreadable record would open nothing, and take one of the places.
    const record = agentGrant.parse(grant);
    const { id, name, agent, scope, expiresAtMs: expiresAt } = record;
    return {
      ...rest,
      json: JSON.stringify(record),
      audit: auditText({ kind: "grant_given", actor: record.owner, grant: { id, name, agent }, scope, expiresAt }),
    };
  },
  declares: (keys, { grant, messageHash }) => [
    keys.grantsOf(grant.owner, grant.vault),
    keys.grant(grant.id),
    keys.signedAction(grant.owner, messageHash),
  ],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), code: z.enum(["grant_limit", "signature_used"]) }),
  ]),
});
