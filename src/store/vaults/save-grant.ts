import type { Hex } from "viem";
import * as z from "zod";
import { type AgentGrant, agentGrant, GRANT_LIMITS } from "../../../schemas/agent-grant.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaGrants, luaSignedAction } from "./lua-context.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  grant: AgentGrant;
  /** The owner was verified here; this chain's log has the entry. */
  chainId: ChainId;
  /** Used up here. */
  messageHash: Hex;
};

/** `grant_limit`: the owner has as many for this vault as may last. A refusal writes nothing. */
export const saveGrant = defineScript({
  name: "save-grant",
  uses: [luaSignedAction, luaAudit, luaGrants],
  lua: `
local function main(input, now)
  local grant = cjson.decode(input.json)
  local listed, lasting = K.grantsOf(grant.owner, grant.vault), 0
  for _, id in ipairs(call('ZRANGE', listed, 0, -1)) do
    local other = load_grant(id)
    if not other then call('ZREM', listed, id) elseif not end_of_grant(other, now) then lasting = lasting + 1 end
  end
  if lasting >= ${GRANT_LIMITS.perVault} then return { ok = false, code = 'grant_limit' } end
  if not use_up(grant.owner, input.messageHash, now) then
    return { ok = false, code = 'signature_used' }
  end
  call('HSET', K.grant(grant.id), 'json', input.json)
  call('EXPIRE', K.grant(grant.id), int(math.ceil((grant.expiresAtMs - now) / 1000)) + ${VAULT_KEYS.grant.ttlSec})
  call('ZADD', listed, int(grant.expiresAtMs), grant.id)
  audit_append(input.chainId, grant.vault, input.audit, now)
  return { ok = true }
end`,
  encode: ({ grant, ...rest }: Input) => {
    // An unreadable record would open nothing and take a place.
    const record = agentGrant.parse(grant);
    const { id, name, agent, scope, expiresAtMs: expiresAt } = record;
    return {
      ...rest,
      json: JSON.stringify(record),
      audit: auditText({
        kind: "grant_given",
        actor: record.owner,
        grant: { id, name, agent },
        scope,
        expiresAt,
      }),
    };
  },
  declares: (keys, { grant, messageHash }) => [
    keys.grantsOf(grant.owner, grant.vault),
    keys.grant(grant.id),
    keys.signedAction(grant.owner, messageHash),
  ],
  output: okOr({}, { code: z.enum(["grant_limit", "signature_used"]) }),
});
