import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaCorrectSlice } from "../orders/lua-slices.ts";
import { luaAttempts } from "./lua-attempts.ts";

type Input = WriteCall & {
  chainId: ChainId;
  /**
   * Watched long enough, or a filled nonce hole that a reorg took back: its nonce is a hole again.
   */
  done: readonly string[];
  /** Same outcome in another block, watched from there on. */
  moved: readonly { attemptId: string; blockNumber: string; blockHash: string; hash: string }[];
};

/** Idempotent. */
export const settleWatched = defineScript({
  name: "settle-watched",
  uses: [luaAttempts, luaCorrectSlice],
  lua: `
local function main(input)
  for _, id in ipairs(input.done) do stop_watching(id, input.chainId) end
  for _, moved in ipairs(input.moved) do
    local key = K.attempt(moved.attemptId)
    if call('EXISTS', key) == 1 then
      call('HSET', key, 'blockNumber', moved.blockNumber, 'blockHash', moved.blockHash)
      correct_slice(key, 'moved', cjson.encode({ blockNumber = moved.blockNumber, hash = moved.hash }))
    end
    -- Another hash may be the mined one now.
    local followed = K.venueOrder(moved.attemptId)
    if call('EXISTS', followed) == 1 then call('HSET', followed, 'hash', moved.hash) end
  end
  return { ok = true }
end`,
  encode: (input: Input) => input,
  declares: (keys, { chainId, moved }) => [
    keys.attemptsWatched(chainId),
    ...moved.flatMap(({ attemptId }) => [keys.attempt(attemptId), keys.venueOrder(attemptId)]),
  ],
  output: z.object({ ok: z.literal(true) }),
});
