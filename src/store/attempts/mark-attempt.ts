import type { Hash } from "viem";
import * as z from "zod";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaOrders } from "../orders/lua-orders.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaGrants } from "../vaults/lua-context.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { storedAttempt } from "./stored-attempt.ts";

type Input = WriteCall & {
  attemptId: string;
  /** By which it was called. */
  grant?: string | undefined;
  /** Token of the claim. `lease_lost`: the lease ended or another took it; nothing changes. */
  leaseToken?: number | undefined;
  status?: "sent" | undefined;
  /** Same nonce, written before it is sent: a replacement, or the same call signed again. */
  addHash?: Hash | undefined;
  addFreeingHash?: Hash | undefined;
  /** With the record they say what to sign again. */
  fees?: { maxFeePerGas: string; maxPriorityFeePerGas: string } | undefined;
  nextCheckMs: number;
  /** A look found the nonce used by something unknown. Every other mark clears this. */
  suspect?: true | undefined;
  /**
   * A resolver is about to send: the step checks that it still may, and marks it sent. A direct
   * call that its own caller never sent is refused: that caller was told to try again, or got no
   * answer.
   */
  forSend?: true | undefined;
  alarm?: NewOutboxItem | undefined;
};

/** Also gives the lease back; the next check is at `nextCheckMs`. */
export const markAttempt = defineScript({
  name: "mark-attempt",
  uses: [luaAudit, luaOrders, luaAttempts, luaGrants, luaOutbox],
  lua: `
local function refusal_of_send(key, id, status, now)
  local fields = call('HMGET', key, 'json', 'order', 'freeing', 'abandoned')
  if fields[4] then return 'abandoned' end
  if fields[3] and fields[3] ~= '' then return 'nonce_being_freed' end
  local attempt = cjson.decode(fields[1])
  if not fields[2] then
    if status ~= 'sent' then return 'caller_gone' end
  else
    local order = load_order(attempt.vault, fields[2])
    if not order or order.attempt ~= id or order.record.status ~= 'pending_confirmation' then return 'order_not_active' end
    if has_ended(order.record, now) then return 'order_not_active' end
  end
  -- What a grant has sent is not signed anew once it is over.
  local grant = attempt.grant and load_grant(attempt.grant)
  if attempt.grant and (not grant or end_of_grant(grant, now)) then return 'grant_ended' end
  return refusal_of_vault(attempt)
end

local function add_signed(key, field, hash, entry, now)
  if not add_word(key, field, hash) then return end
  local of = call('HMGET', key, 'chain', 'vault')
  audit_append(of[1], of[2], entry, now)
end

local function is_lease_lost(key, input, now)
  if not input.leaseToken then return false end
  local token, expires = lease_of(hget(key, 'lease'))
  return token ~= input.leaseToken or now >= expires
end

local function main(input, now)
  local key = K.attempt(input.attemptId)
  local status = hget(key, 'status')
  if not status then return { ok = false, code = 'unknown_attempt' } end
  if is_final(status) then return { ok = false, code = 'attempt_closed' } end
  if is_lease_lost(key, input, now) then return { ok = false, code = 'lease_lost' } end
  if input.forSend then
    local code = refusal_of_send(key, input.attemptId, status, now)
    if code then return { ok = false, code = code } end
    call('HSET', key, 'status', 'sent')
  end
  if input.status then call('HSET', key, 'status', input.status) end
  if input.addHash then add_signed(key, 'hashes', input.addHash, input.auditHash, now) end
  if input.addFreeingHash then add_signed(key, 'freeing', input.addFreeingHash, input.auditFreeing, now) end
  if input.fees then
    call('HSET', key, 'maxFeePerGas', input.fees.maxFeePerGas, 'maxPriorityFeePerGas', input.fees.maxPriorityFeePerGas)
  end
  if input.forSend or input.addHash or input.addFreeingHash then call('HSET', key, 'sentAt', int(now)) end
  if input.suspect then call('HSET', key, 'suspectedAt', int(now)) else call('HDEL', key, 'suspectedAt') end
  if input.alarm and call('HSETNX', key, 'coinTold', '1') == 1 then outbox_add(input.alarm) end
  call('HDEL', key, 'lease')
  call('ZADD', K.attemptsOpen(hget(key, 'chain')), int(input.nextCheckMs), input.attemptId)
  return { ok = true, attempt = attempt_view(input.attemptId) }
end`,
  encode: ({ alarm, ...input }: Input) => ({
    ...input,
    alarm: alarm && encodeOutboxItem(alarm),
    auditHash: auditSigned("replacement_signed", input, input.addHash),
    auditFreeing: auditSigned("freeing_signed", input, input.addFreeingHash),
  }),
  declares: (keys, { attemptId }) => [keys.attempt(attemptId)],
  output: okOr(
    { attempt: storedAttempt },
    {
      code: z.enum([
        "unknown_attempt",
        "attempt_closed",
        "lease_lost",
        "abandoned",
        "nonce_being_freed",
        "caller_gone",
        "order_not_active",
        "grant_ended",
        "vault_frozen",
        "delegation_disabled",
        "not_delegated",
        "agent_mismatch",
      ]),
    },
  ),
});

const auditSigned = (
  kind: "replacement_signed" | "freeing_signed",
  { attemptId, grant: grantId, fees }: Input,
  hash: Hash | undefined,
) =>
  hash === undefined ? undefined : auditText({ kind, grantId, attempt: attemptId, hash, ...fees });
