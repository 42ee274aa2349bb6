import * as z from "zod";
import type { Operation } from "../../../schemas/operation.ts";
import { selectorOf } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaOperationEvent } from "./lua-operations.ts";
import { OPERATION_KEYS } from "./operation-keys.ts";

type Input = WriteCall & {
  /** In lower case: an attempt is compared with them. */
  operation: Operation;
  /** For an operator who has a channel and made the request elsewhere. */
  notice?: NewOutboxItem | undefined;
};

/** `ok: false`: the id is taken, nothing was written. */
export const openOperation = defineScript({
  name: "open-operation",
  effect: "write",
  uses: [luaAudit, luaOutbox, luaEvents, luaOperationEvent],
  lua: `
local function main(input, now)
  local key = K.operation(input.id)
  if call('EXISTS', key) == 1 then return { ok = false } end
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
    vault: operation.vault,
    chainId: operation.chainId,
    json: JSON.stringify(operation),
    notice: notice && encodeOutboxItem(notice),
    audit: auditText({
      kind: "operation_opened",
      actor: operation.operator,
      operation: operation.id,
      tool: operation.tool,
      ...("data" in operation && { selector: selectorOf(operation.data) }),
      dataHash: operation.dataHash,
      expiresAt: operation.expiresAtMs,
    }),
  }),
  declares: (keys, { operation: { id, chainId, vault } }) => [
    keys.operation(id),
    keys.operationsOf(chainId, vault),
    keys.events(vault),
  ],
  output: z.object({ ok: z.boolean() }),
});
