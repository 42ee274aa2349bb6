import * as z from "zod";
import type { AuditContent } from "../../../schemas/audit-content.ts";
import { AUDIT_RULES } from "../../../schemas/audit-rules.ts";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { auditText } from "./audit-text.ts";

/**
 * Every script appends to the log in the step of its change. An entry is `link|at|orderId|content`.
 * Redis has only SHA-1, so links chain SHA-256 digests by SHA-1; the signed seals use SHA-256
 * throughout (schemas/audit-export.ts).
 */
export const luaAudit = `
local AUDIT_START, AUDIT_SEAL_EVERY = '${AUDIT_RULES.start.link}', ${AUDIT_RULES.sealEvery}

-- Logs to be signed, oldest first, leased: unsigned ones come again.
local function take_unsealed(now, until_ms)
  local members = call('ZRANGEBYSCORE', K.auditUnsealed(), '-inf', '(' .. int(now), 'LIMIT', 0, 4)
  for _, member in ipairs(members) do call('ZADD', K.auditUnsealed(), int(until_ms), member) end
  return members
end

-- order: its number if the text could not know it.
local function audit_append(chain, vault, entry, now, order)
  chain = int(tonumber(chain))
  local key = K.auditHead(chain, vault)
  local head = call('HMGET', key, 'n', 'link')
  local n, at, number = (tonumber(head[1]) or 0) + 1, int(now), order and tostring(order) or ''
  local link = redis.sha1hex((head[2] or AUDIT_START) .. ':' .. int(n) .. ':' .. at .. ':' .. number .. ':' .. entry.digest)
  call('RPUSH', K.audit(chain, vault), link .. '|' .. at .. '|' .. number .. '|' .. entry.content)
  call('HSET', key, 'n', int(n), 'link', link)
  if n % AUDIT_SEAL_EVERY == 0 then call('ZADD', K.auditUnsealed(), at, chain .. ':' .. string.lower(vault)) end
end
`;

/**
 * For facts without a change of state: a refusal, or a signature that no record holds. Only for
 * verified operators and the schedule, so that no stranger fills a log.
 */
export const appendAudit = defineScript({
  name: "append-audit",
  uses: [luaAudit],
  lua: `
local function main(input, now)
  audit_append(input.chainId, input.vault, input.audit, now)
  return { ok = true }
end`,
  encode: ({
    facts,
    ...rest
  }: WriteCall & { chainId: ChainId; vault: string; facts: AuditContent }) => ({
    ...rest,
    audit: auditText(facts),
  }),
  declares: (keys, { chainId, vault }) => [
    keys.audit(chainId, vault),
    keys.auditHead(chainId, vault),
  ],
  output: z.object({ ok: z.literal(true) }),
});
