import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { absentToNull } from "../kernel/absent-to-null.ts";
import { defineScript, type ReadCall } from "../kernel/define-script.ts";

type Input = ReadCall & { chainId: ChainId; vault: Hex; token: Hex };

/** In the oracle's own pool of a token, in ms; null: not in the last hour. */
export const lastOracleRefresh = defineScript({
  name: "last-oracle-refresh",
  effect: "read",
  uses: [],
  lua: `
local function main(input)
  local last = get(K.oracleRefresh(input.chainId, input.vault, input.token))
  return { lastMs = last and tonumber(string.match(last, '^(%d+)|')) or nil }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: z.object({ lastMs: absentToNull(z.int()) }),
});
