import { type Address, zeroAddress } from "viem";
import type { Caches, ChainDeps } from "../deps.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { accountReads } from "./account-reads.ts";
import { resolveToken, type Token, type TokenCache } from "./resolve-token.ts";
import type { RpcCall, RpcOutcome } from "./rpc-call.ts";
import { vaultReads } from "./vault-reads.ts";

/** `amount` is decimal, `amountBase` in base units. */
export type Balance = {
  token: Address;
  symbol: string;
  decimals: number;
  amount: string;
  amountBase: string;
};

const REMEMBERED_MS = 86_400_000;
/** Each costs three calls. Contracts list up to 1,001, real vaults a handful. */
const MOST_COUNTED = 128;

/**
 * Balances of the coin, listed tokens and those in the NAV, the base token first, others above 0.
 * One request, one more for tokens new to this isolate. Refuses with rpc_unavailable or
 * invalid_request rather than show a part.
 * @throws what `owned` rejects with; a vault's own list is used only then, as anyone can write one
 */
export async function readBalances(
  chain: ChainDeps,
  {
    vault,
    caches,
    nowMs,
  }: { vault: Address; caches: Pick<Caches, "tokens" | "activeTokens">; nowMs: number },
  owned: Promise<unknown>,
): Promise<Verdict<Balance[]>> {
  const key = `${chain.chainId}:${vault}`;
  const remembered = caches.activeTokens.get(key, nowMs) ?? [];
  const expected = unique([
    zeroAddress,
    ...chain.addresses.tokens.map(({ address }) => address),
    ...remembered,
  ]);
  const held = (tokens: readonly Address[]) =>
    readHeld(chain, { vault, tokens: caches.tokens, nowMs }, tokens);
  const [[active], first] = await Promise.all([
    chain.rpc.send([vaultReads.activeTokens(vault)]),
    held(expected),
  ]);
  await owned;
  if (!active.ok) return unreadable;
  const { baseToken } = active.value;
  const counted = countedTokens(active.value);
  if (!counted.ok) return counted;
  const more = counted.value.filter((token) => !expected.includes(token));
  caches.activeTokens.set(key, counted.value, nowMs + REMEMBERED_MS);
  const read = [...first, ...(more.length === 0 ? [] : await held(more))];
  return shownBalances(read, { baseToken, counted: counted.value });
}

/**
 * Tokens of the vault's NAV, the base token first. Refuses with invalid_request where they are too
 * many.
 */
export function countedTokens({
  activeTokens,
  baseToken,
}: {
  activeTokens: readonly Address[];
  baseToken: Address;
}): Verdict<Address[]> {
  return activeTokens.length > MOST_COUNTED ? tooMany : allow(unique([baseToken, ...activeTokens]));
}

type HeldToken = { address: Address; balance: RpcOutcome<bigint>; token: Verdict<Token> };

/** Balance and token of each address in one RPC request, at `block` or the newest one. */
export function readHeld(
  chain: ChainDeps,
  {
    vault,
    tokens: cache,
    nowMs,
    block,
  }: { vault: Address; tokens: TokenCache; nowMs: number; block?: bigint },
  tokens: readonly Address[],
): Promise<HeldToken[]> {
  return Promise.all(
    tokens.map(async (address) => {
      const [[balance], token] = await Promise.all([
        chain.rpc.send([heldOf(address, vault, block)]),
        resolveToken(chain, cache, nowMs, address),
      ]);
      return { address, balance, token };
    }),
  );
}

/**
 * What of it is shown: the base token first, others above 0. Refuses with rpc_unavailable rather
 * than show a part.
 */
export function shownBalances(
  held: readonly HeldToken[],
  { baseToken, counted }: { baseToken: Address; counted: readonly Address[] },
): Verdict<Balance[]> {
  const balances: Balance[] = [];
  for (const { address, balance, token } of held) {
    // A contract that does not answer as a token holds nothing to show.
    const isNone =
      (!balance.ok && balance.kind === "reverted") ||
      (!token.ok && token.code === "token_not_found");
    if (isNone && !counted.includes(address)) continue;
    if (!balance.ok || !token.ok) return unreadable;
    if (balance.value > 0n || address === baseToken)
      balances.push(shown(token.value, balance.value));
  }
  return allow(
    balances.sort((a, b) => Number(b.token === baseToken) - Number(a.token === baseToken)),
  );
}

/** A missing contract holds nothing. Other unreadable answers are no answer. */
function heldOf(token: Address, vault: Address, block?: bigint): RpcCall<bigint> {
  const call = accountReads.balance(token, vault, block);
  return { ...call, read: (result) => (result === "0x" ? 0n : call.read(result)) };
}

const shown = ({ address, symbol, decimals }: Token, base: bigint): Balance => ({
  token: address,
  symbol,
  decimals,
  amount: formatUnits(base, decimals),
  amountBase: base.toString(),
});

const unique = (tokens: readonly Address[]): Address[] => [...new Set(tokens)];
const tooMany = refuse(
  "invalid_request",
  `The vault counts more than ${MOST_COUNTED} tokens, too many to show at once. The tool ` +
    "get_token_balance shows one.",
);
const unreadable = refuse(
  "rpc_unavailable",
  "The balances could not be read from the chain. Please try again.",
);
