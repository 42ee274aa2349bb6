import type { Hex } from "viem";
import * as z from "zod";
import {
  type AgentGrant,
  agentGrant,
  GRANT_LIMITS,
  GRANT_SCOPES,
  type GrantScope,
} from "../../../schemas/auth/agent-grant.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { unixMs } from "../../../schemas/primitives.ts";
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

type NewToken = WriteCall & {
  grantId: string;
  /** SHA-256 in hex of the token, which itself is kept nowhere. */
  token: string;
  scope: GrantScope;
  lastsMs: number;
};

/**
 * Keeps a token of a grant whose agent has signed; it never outlives the grant. A sixth ends the
 * oldest: an agent that lost its tokens is not shut out, and new ones end what somebody else has.
 * `grant_ended`: the grant is over by now. `scope`: the grant reaches less far.
 */
export const saveGrantToken = defineScript({
  name: "save-grant-token",
  effect: "write",
  uses: [luaGrants],
  lua: `
local RANKS = { ${GRANT_SCOPES.map((scope, rank) => `${scope} = ${rank}`).join(", ")} }

-- The hashes of those that last, the oldest first; the others are removed.
local function lasting_tokens(key, now)
  local fields, lasting = call('HGETALL', key), {}
  for i = 1, #fields, 2 do
    local expires, made = string.match(fields[i + 1], '|(%d+)|(%d+)$')
    if now < tonumber(expires) then
      lasting[#lasting + 1] = { hash = fields[i], made = tonumber(made) }
    else
      call('HDEL', key, fields[i])
    end
  end
  table.sort(lasting, function(a, b) return a.made < b.made or (a.made == b.made and a.hash < b.hash) end)
  return lasting
end

local function main(input, now)
  local grant = load_grant(input.grantId)
  if not grant or end_of_grant(grant, now) then return { ok = false, code = 'grant_ended' } end
  if RANKS[input.scope] > RANKS[grant.record.scope] then return { ok = false, code = 'scope' } end
  local key = K.grantTokens(input.grantId)
  local lasting = lasting_tokens(key, now)
  for i = 1, #lasting - ${GRANT_LIMITS.tokensAtOnce - 1} do call('HDEL', key, lasting[i].hash) end
  local expires = math.min(now + input.lastsMs, grant.record.expiresAtMs)
  call('HSET', key, input.token, input.scope .. '|' .. int(expires) .. '|' .. int(now))
  call('EXPIRE', key, ${VAULT_KEYS.grantTokens.ttlSec})
  return { ok = true, expiresAtMs = expires }
end`,
  encode: (input: NewToken) => ({ ...input }),
  declares: (keys, { grantId }) => [keys.grant(grantId), keys.grantTokens(grantId)],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), expiresAtMs: unixMs }),
    z.object({ ok: z.literal(false), code: z.enum(["grant_ended", "scope"]) }),
  ]),
});
