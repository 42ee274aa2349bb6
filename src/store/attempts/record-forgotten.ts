import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { lowerHex } from "../../lib/normalize-address.ts";
import { auditText } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaEvents } from "../orders/lua-events.ts";
import { luaOutbox } from "../outbox/lua-outbox.ts";
import { encodeOutboxItem, type NewOutboxItem } from "../outbox/outbox-item.ts";
import { luaAttempts } from "./lua-attempts.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: Hex;
  agent: Hex;
  /** Read twice. Nothing happens unless it is above what the queue knows. */
  chainNonce: number;
  /** An unrecorded transaction used this attempt's nonce, found twice: notified once. */
  attemptId?: string | undefined;
  /** Other bytes were sent than the store has. */
  isRewritten?: boolean | undefined;
  /** Null for an operator without a channel. */
  alarm: NewOutboxItem | null;
};

/**
 * Decision D33. The queue takes over the chain's count: only the freeze stops the vault now, and
 * the operator who lifts it accepts the chain as it stands.
 */
export const recordForgotten = defineScript({
  name: "record-forgotten",
  uses: [luaAudit, luaAttempts, luaOutbox, luaEvents],
  lua: `
local function is_first_notice(attempt_id, has_other_bytes)
  local key = K.attempt(attempt_id)
  local fields = call('HMGET', key, 'status', 'forgotten')
  if not fields[1] or fields[2] or (is_final(fields[1]) and not has_other_bytes) then return false end
  call('HSET', key, 'forgotten', '1')
  return true
end

local function main(input, now)
  local is_behind = is_nonce_queue_behind(nonce_queue_of(input.chainId, input.agent), input.chainNonce)
  local is_new = is_behind
  if input.attemptId then is_new = is_first_notice(input.attemptId, input.isRewritten) end
  if is_new then
    if call('SET', K.frozen(input.vault), int(now), 'NX') then
      push_vault_event(input.vault, { type = 'freeze', chainId = input.chainId, frozen = true, by = 'forgotten' }, now)
    end
    audit_append(input.chainId, input.vault, input.audit, now)
    if is_behind then call('SET', K.nonceQueueConfirmed(input.chainId, input.agent), int(input.chainNonce - 1)) end
    if input.alarm then outbox_add(input.alarm) end
  end
  return { frozen = call('EXISTS', K.frozen(input.vault)) == 1 }
end`,
  encode: ({ alarm, ...rest }: Input) => ({
    ...rest,
    alarm: alarm && encodeOutboxItem(alarm),
    audit: auditText({
      kind: "vault_frozen",
      actor: "scheduler",
      forgotten: {
        agent: lowerHex(rest.agent),
        chainNonce: rest.chainNonce,
        ...(rest.attemptId !== undefined && { attempt: rest.attemptId }),
      },
    }),
  }),
  declares: (keys, { chainId, vault, agent, attemptId }) => [
    keys.frozen(vault),
    keys.events(vault),
    keys.nonceQueueConfirmed(chainId, agent),
    keys.nonceQueueOpen(chainId, agent),
    ...(attemptId === undefined ? [] : [keys.attempt(attemptId)]),
  ],
  output: z.object({ frozen: z.boolean() }),
});
