import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { luaAttempts } from "../attempts/lua-attempts.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaGrants, luaSettings } from "../vaults/lua-context.ts";
import { VAULT_KEYS } from "../vaults/vault-keys.ts";
import { storedOperation } from "./load-operation.ts";
import { luaOperationEvent, luaOperations } from "./lua-operations.ts";

type Input = WriteCall & {
  operationId: string;
  decision: "approve" | "reject";
  /** Of the grant by which it was asked for. */
  grantId?: string | undefined;
  /** By a button of its operator's paired chat. */
  isTapped?: boolean;
  /**
   * By a signature made for this approval, which is used up here. Without either: by that of the
   * day.
   */
  messageHash?: Hex | undefined;
  /** Verified, and the vault's owner on that chain. */
  operator: Hex;
  vault: Hex;
  chainId: ChainId;
};

/**
 * Decides once: of two simultaneous approvals one gets `ok: true`; `decided` shows the earlier one.
 * A frozen vault approves no transaction, and a grant's request ends with it. `not_found` covers
 * others' operations. An operation that ran out or was held up stays so. After
 * `fresh_signature_needed` (decision D15) and `signature_used` it waits still.
 */
export const claimOperation = defineScript({
  name: "claim-operation",
  uses: [
    luaAudit,
    luaAttempts,
    luaSettings,
    luaGrants,
    luaOperations,
    luaEvents,
    luaOperationEvent,
  ],
  lua: `
local function main(input, now)
  local operation = load_operation(input.operationId)
  local record = operation and operation.record
  if not record or record.operator ~= input.operator or record.vault ~= input.vault or record.chainId ~= input.chainId then
    return { ok = false, code = 'not_found' }
  end
  local key = K.operation(operation.id)
  if is_held_up(operation, now) then
    call('HSET', key, 'status', 'done')
    operation.status = 'done'
  end
  local grant = record.grant and load_grant(record.grant.id)
  if operation.status == 'open' and record.grant and (not grant or end_of_grant(grant, now)) then
    call('HSET', key, 'status', 'rejected', 'renewed', '1')
    operation.status = 'rejected'
  end
  if operation.status ~= 'open' then
    return { ok = false, code = 'decided', found = operation_view(operation, now) }
  end
  if now >= record.expiresAtMs or hget(key, 'expired') then
    if call('HSETNX', key, 'expired', '1') == 1 then push_operation_event(record, 'expired', now) end
    if input.decision == 'reject' then call('HSET', key, 'renewed', '1') end
    return { ok = false, code = 'expired' }
  end
  if input.decision == 'reject' then
    call('HSET', key, 'status', 'rejected')
  else
    local is_days = not input.isTapped and not input.messageHash
    if is_days and effective_settings(record.operator, now).approveWith == 'fresh' then
      return { ok = false, code = 'fresh_signature_needed' }
    end
    local use = input.messageHash and K.signedAction(record.operator, input.messageHash)
    if use and call('EXISTS', use) == 1 then return { ok = false, code = 'signature_used' } end
    -- A change of our own state sends nothing: its tool decides about a frozen vault.
    if record.kind ~= 'change' and call('EXISTS', K.frozen(record.vault)) == 1 then return { ok = false, code = 'vault_frozen' } end
    if use then call('SET', use, int(now), 'EX', ${VAULT_KEYS.signedAction.ttlSec}) end
    call('HSET', key, 'status', 'approved', 'approvedAt', int(now))
  end
  audit_append(record.chainId, record.vault, input.audit, now)
  push_operation_event(record, input.decision == 'reject' and 'rejected' or 'approved', now)
  return { ok = true }
end`,
  encode: ({ operator, vault, ...rest }: Input) => ({
    ...rest,
    operator: lowerHex(operator),
    vault: lowerHex(vault),
    audit: auditText({
      kind: rest.decision === "approve" ? "operation_approved" : "operation_rejected",
      actor: lowerHex(operator),
      grantId: rest.grantId,
      operation: rest.operationId,
    }),
  }),
  declares: (keys, { operationId, operator, vault, messageHash }) => [
    ...[
      keys.operation(operationId),
      keys.frozen(vault),
      keys.events(vault),
      keys.settings(operator),
    ],
    ...(messageHash === undefined ? [] : [keys.signedAction(operator, messageHash)]),
  ],
  output: okOr(
    {},
    {
      code: z.enum([
        "not_found",
        "expired",
        "vault_frozen",
        "decided",
        "fresh_signature_needed",
        "signature_used",
      ]),
      found: storedOperation.optional(),
    },
  ),
});
