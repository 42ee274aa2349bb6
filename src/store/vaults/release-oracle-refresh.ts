import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";

type Input = WriteCall & { chainId: ChainId; vault: Hex; token: Hex; attemptId: string };

/** Of a call that was never sent, and nobody else's. Unless that is known, it is kept. */
export const releaseOracleRefresh = defineScript({
  name: "release-oracle-refresh",
  effect: "write",
  uses: [],
  lua: `
local function main(input)
  local key = K.oracleRefresh(input.chainId, input.vault, input.token)
  local last = get(key)
  local isOwn = last and string.match(last, '^%d+|(.*)$') == input.attemptId
  if isOwn then call('DEL', key) end
  return { released = isOwn and true or false }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: z.object({ released: z.boolean() }),
});
