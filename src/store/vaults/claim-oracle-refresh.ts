import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { absentToNull } from "../kernel/stored-json.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: Hex;
  token: Hex;
  /** Only this one can give it back (releaseOracleRefresh). */
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

type ReleaseOracleRefreshInput = WriteCall & { chainId: ChainId; vault: Hex; token: Hex; attemptId: string };

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
  encode: (input: ReleaseOracleRefreshInput) => ({ ...input }),
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: z.object({ released: z.boolean() }),
});

type LastOracleRefreshInput = ReadCall & { chainId: ChainId; vault: Hex; token: Hex };

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
  encode: (input: LastOracleRefreshInput) => ({ ...input }),
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: z.object({ lastMs: absentToNull(z.int()) }),
});
