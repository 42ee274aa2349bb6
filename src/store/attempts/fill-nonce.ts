import * as z from "zod";
import type { Attempt } from "../../../schemas/attempt.ts";
import { auditOpened } from "../audit/audit-text.ts";
import { luaAudit } from "../audit/lua-audit.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { okOr } from "../kernel/stored-json.ts";
import { luaAttempts } from "./lua-attempts.ts";
import { attemptText } from "./stored-attempt.ts";

type Input = WriteCall & {
  /** 0 wei of an agent to itself. */
  attempt: Attempt;
  nextCheckMs: number;
};

/**
 * Fills a free nonce below an open one; only after `ok: true` may it reach a node. `nonce_held`: an
 * open attempt has it. `not_needed`: nothing above waits. Freeze and delegation do not matter.
 */
export const fillNonce = defineScript({
  name: "fill-nonce",
  uses: [luaAudit, luaAttempts],
  lua: `
local function main(input, now)
  local attempt = cjson.decode(input.json)
  local nonce_queue, nonce = K.nonceQueueOpen(attempt.chainId, attempt.agent), int(attempt.nonce)
  if #call('ZRANGEBYSCORE', nonce_queue, nonce, nonce) > 0 then return { ok = false, code = 'nonce_held' } end
  local highest = nonce_queue_of(attempt.chainId, attempt.agent).highestOpen
  if not highest or highest < attempt.nonce then return { ok = false, code = 'not_needed' } end
  write_attempt(attempt, input.json, 'sent')
  audit_append(attempt.chainId, attempt.vault, input.audit, now)
  call('HSET', K.attempt(attempt.id), 'freeing', table.concat(attempt.freeingHashes, ' '))
  call('ZADD', K.attemptsOpen(attempt.chainId), int(input.nextCheckMs), attempt.id)
  return { ok = true }
end`,
  encode: ({ attempt, ...rest }: Input) => ({
    ...rest,
    json: attemptText(attempt),
    audit: auditOpened(attempt),
  }),
  declares: (keys, { attempt }) => [
    keys.attempt(attempt.id),
    keys.nonceQueueOpen(attempt.chainId, attempt.agent),
    keys.nonceQueueConfirmed(attempt.chainId, attempt.agent),
    keys.attemptsOpen(attempt.chainId),
  ],
  output: okOr({}, { code: z.enum(["nonce_held", "not_needed"]) }),
});
