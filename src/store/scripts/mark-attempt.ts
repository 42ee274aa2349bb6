import * as z from "zod";
import { defineScript, type WriteCall } from "../define-script.ts";
import { luaAttempts } from "../lua/lua-attempts.ts";
import { storedAttempt } from "../stored-attempt.ts";

type Input = WriteCall & {
  attemptId: string;
  /** Once sent it stays sent. */
  status?: "sent" | undefined;
  /** Of a replacement at the same nonce, written before it is sent. */
  addHash?: string | undefined;
  addFreeingHash?: string | undefined;
  /** Of that replacement: signing is deterministic, so these and the record are enough to sign it again. */
  fees?: { maxFeePerGas: string; maxPriorityFeePerGas: string } | undefined;
  nextCheckMs: number;
};

/** A step in an open attempt's life. Gives the attempt's lease back: the next check is at `nextCheckMs`. */
export const markAttempt = defineScript({
  name: "mark-attempt",
  effect: "write",
  uses: [luaAttempts],
  lua: `
local function main(input)
  local key = K.attempt(input.attemptId)
  local status = hget(key, 'status')
  if not status then return { ok = false, code = 'unknown_attempt' } end
  if is_final(status) then return { ok = false, code = 'attempt_closed' } end
  if input.status then call('HSET', key, 'status', input.status) end
  if input.addHash then add_word(key, 'hashes', input.addHash) end
  if input.addFreeingHash then add_word(key, 'freeing', input.addFreeingHash) end
  if input.fees then
    call('HSET', key, 'maxFeePerGas', input.fees.maxFeePerGas, 'maxPriorityFeePerGas', input.fees.maxPriorityFeePerGas)
  end
  call('HDEL', key, 'lease')
  call('ZADD', K.attemptsOpen(), int(input.nextCheckMs), input.attemptId)
  return { ok = true, attempt = attempt_view(input.attemptId) }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { attemptId }) => [keys.attempt(attemptId), keys.attemptsOpen()],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), attempt: storedAttempt }),
    z.object({ ok: z.literal(false), code: z.enum(["unknown_attempt", "attempt_closed"]) }),
  ]),
});
