import * as z from "zod";
import { GRANT_LIMITS } from "../../../schemas/auth/agent-grant.ts";
import type { Operation } from "../../../schemas/calls/operation.ts";
import { selectorOf } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaGrants } from "../vaults/lua-context.ts";
import { VAULT_KEYS } from "../vaults/vault-keys.ts";
import { luaOperationEvent } from "./lua-operations.ts";
import { OPERATION_KEYS } from "./operation-keys.ts";

type Input = WriteCall & {
  /** Lower case: an attempt is compared with it. */
  operation: Operation;
  /** For an operator with a channel who asked elsewhere. */
  notice?: NewOutboxItem | undefined;
};

/**
 * `ok: false`: nothing written, the id is taken. Under a grant: `grant_ended`, or `too_many`
 * waiting or made in the last hour.
 */
export const openOperation = defineScript({
  name: "open-operation",
  uses: [luaAudit, luaGrants, luaOutbox, luaEvents, luaOperationEvent],
  lua: `
local function too_many_of(id, now)
  local grant, listed = load_grant(id), K.grantOperations(id)
  if not grant or end_of_grant(grant, now) then return 'grant_ended' end
  call('ZREMRANGEBYSCORE', listed, '-inf', int(now - ${GRANT_LIMITS.hourMs}))
  local ids, waiting = call('ZRANGE', listed, 0, -1), 0
  for _, other in ipairs(ids) do
    local fields = call('HMGET', K.operation(other), 'json', 'status')
    if fields[1] and fields[2] == 'open' and now < cjson.decode(fields[1]).expiresAtMs then waiting = waiting + 1 end
  end
  if waiting >= ${GRANT_LIMITS.waiting} or #ids >= ${GRANT_LIMITS.cardsPerHour} then return 'too_many' end
  return nil
end

local function main(input, now)
  local key = K.operation(input.id)
  if call('EXISTS', key) == 1 then return { ok = false } end
  if input.grantId then
    local refused = too_many_of(input.grantId, now)
    if refused then return { ok = false, code = refused } end
    call('ZADD', K.grantOperations(input.grantId), int(now), input.id)
    call('EXPIRE', K.grantOperations(input.grantId), ${VAULT_KEYS.grantOperations.ttlSec})
  end
  call('HSET', key, 'json', input.json, 'status', 'open')
  call('EXPIRE', key, ${OPERATION_KEYS.operation.ttlSec})
  local listed = K.operationsOf(input.chainId, input.vault)
  call('ZREMRANGEBYSCORE', listed, '-inf', int(now - ${OPERATION_KEYS.operationsOf.ttlSec} * 1000))
  call('ZADD', listed, int(now), input.id)
  call('EXPIRE', listed, ${OPERATION_KEYS.operationsOf.ttlSec})
  audit_append(input.chainId, input.vault, input.audit, now)
  push_operation_event(cjson.decode(input.json), 'opened', now)
  if input.notice then outbox_add(input.notice) end
  return { ok = true }
end`,
  encode: ({ operation, notice, ...rest }: Input) => ({
    ...rest,
    id: operation.id,
    grantId: operation.grant?.id,
    vault: operation.vault,
    chainId: operation.chainId,
    json: JSON.stringify(operation),
    notice: notice && encodeOutboxItem(notice),
    audit: auditText({
      kind: "operation_opened",
      actor: operation.operator,
      grantId: operation.grant?.id,
      operation: operation.id,
      tool: operation.tool,
      ...("data" in operation && { selector: selectorOf(operation.data) }),
      dataHash: operation.dataHash,
      expiresAt: operation.expiresAtMs,
    }),
  }),
  declares: (keys, { operation: { id, chainId, vault, grant } }) => [
    keys.operation(id),
    keys.operationsOf(chainId, vault),
    keys.events(vault),
    ...(grant === undefined ? [] : [keys.grant(grant.id), keys.grantOperations(grant.id)]),
  ],
  output: z.object({ ok: z.boolean(), code: z.enum(["grant_ended", "too_many"]).optional() }),
});
