import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type WriteCall } from "../kernel/define-script.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: Hex;
  token: Hex;
  /** Only this one can give it back (release-oracle-refresh.ts). */
  attemptId: string;
};

/**
 * Once an hour at most: the first to ask may, everyone else is told when the last one was. Asked right before something is sent, so what was
 * refused before uses nothing up.
 */
export const claimOracleRefresh = defineScript({
  name: "claim-oracle-refresh",
  effect: "write",
  uses: [],
  lua: `
local function main(input, now)
  local key = K.oracleRefresh(input.chainId, input.vault, input.token)
  local last = get(key)
  local at = last and tonumber(string.match(last, '^(%d+)|'))
  if at and now - at < ${VAULT_KEYS.oracleRefresh.ttlSec * 1_000} then return { ok = false, lastMs = at } end
  call('SET', key, int(now) .. '|' .. input.attemptId, 'EX', ${VAULT_KEYS.oracleRefresh.ttlSec})
  return { ok = true }
end`,
  encode: (input: Input) => ({ ...input }),
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), lastMs: z.int() }),
  ]),
});
