import * as z from "zod";
import { GRANT_LIMITS, GRANT_SCOPES, type GrantScope } from "../../../schemas/auth/agent-grant.ts";
import { unixMs } from "../../../schemas/primitives.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaGrants } from "./lua-context.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
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
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { grantId }) => [keys.grant(grantId), keys.grantTokens(grantId)],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), expiresAtMs: unixMs }),
    z.object({ ok: z.literal(false), code: z.enum(["grant_ended", "scope"]) }),
  ]),
});
