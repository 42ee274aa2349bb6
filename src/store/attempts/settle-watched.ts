import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { luaCorrectSlice } from "../orders/lua-slices.ts";
import { luaAttempts } from "./lua-attempts.ts";

type Input = WriteCall & {
  chainId: ChainId;
  /** Watched long enough, or fills of nonce holes that a reorg took back: their nonces are holes again. */
  done: readonly string[];
  /** With the same outcome, in another block, which is watched from here on. */
  moved: readonly { attemptId: string; blockNumber: string; blockHash: string; hash: string }[];
};

/** Of one chain. Doing it twice changes nothing. */
export const settleWatched = defineScript({
  name: "settle-watched",
  effect: "write",
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
    -- Another of its hashes may be the one that is mined now.
    local followed = K.venueOrder(moved.attemptId)
    if call('EXISTS', followed) == 1 then call('HSET', followed, 'hash', moved.hash) end
  end
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainId, moved }) => [
    keys.attemptsWatched(chainId),
    ...moved.flatMap(({ attemptId }) => [keys.attempt(attemptId), keys.venueOrder(attemptId)]),
  ],
  output: z.object({ ok: z.literal(true) }),
});
