import type { Hex } from "viem";
import * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import { defineScript, type ReadCall, type WriteCall } from "../kernel/define-script.ts";
import { okOr, orNull } from "../kernel/stored-json.ts";
import { VAULT_KEYS } from "./vault-keys.ts";

type Input = WriteCall & {
  chainId: ChainId;
  vault: Hex;
  token: Hex;
  attemptId: string;
};

/**
 * Once an hour: the first to ask may, others learn when the last one was. Asked right before
 * sending, so that refused calls use none up.
 */
export const claimOracleRefresh = defineScript({
  name: "claim-oracle-refresh",
  lua: `
local function main(input, now)
  local key = K.oracleRefresh(input.chainId, input.vault, input.token)
  local last = get(key)
  local at = last and tonumber(string.match(last, '^(%d+)|'))
  if at and now - at < ${VAULT_KEYS.oracleRefresh.ttlSec * 1_000} then return { ok = false, lastMs = at } end
  call('SET', key, int(now) .. '|' .. input.attemptId, 'EX', ${VAULT_KEYS.oracleRefresh.ttlSec})
  return { ok = true }
end`,
  encode: (input: Input) => input,
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: okOr({}, { lastMs: z.int() }),
});

type ReleaseOracleRefreshInput = WriteCall & {
  chainId: ChainId;
  vault: Hex;
  token: Hex;
  attemptId: string;
};

/** For a call known as never sent; otherwise the claim stays. */
export const releaseOracleRefresh = defineScript({
  name: "release-oracle-refresh",
  lua: `
local function main(input)
  local key = K.oracleRefresh(input.chainId, input.vault, input.token)
  local last = get(key)
  local isOwn = last and string.match(last, '^%d+|(.*)$') == input.attemptId
  if isOwn then call('DEL', key) end
  return { released = isOwn and true or false }
end`,
  encode: (input: ReleaseOracleRefreshInput) => input,
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: z.object({ released: z.boolean() }),
});

/** Last trade in the oracle's own pool of a token, in ms; null: none within the hour. */
export const lastOracleRefresh = defineScript({
  name: "last-oracle-refresh",
  effect: "read",
  lua: `
local function main(input)
  local last = get(K.oracleRefresh(input.chainId, input.vault, input.token))
  return { lastMs = last and tonumber(string.match(last, '^(%d+)|')) or nil }
end`,
  encode: (input: ReadCall & { chainId: ChainId; vault: Hex; token: Hex }) => input,
  declares: (keys, { chainId, vault, token }) => [keys.oracleRefresh(chainId, vault, token)],
  output: z.object({ lastMs: orNull(z.int()) }),
});
