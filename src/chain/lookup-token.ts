import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import { isNative } from "../lib/is-native.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { Token } from "./token.ts";
import type { TableToken } from "./token-table.ts";

/** `symbol` when the table spells it. */
export type TokenLookup = { kind: "known"; token: Token } | { kind: "read"; address: Address; symbol?: string };

const NATIVE: Address = "0x0000000000000000000000000000000000000000";
const NATIVE_DECIMALS = 18;

/**
 * The coin's symbol, a symbol of the table in any case, or a contract address, used as given. Refuses with token_not_found, token_ambiguous,
 * or invalid_request for a mistyped address.
 */
export function lookupToken(chainId: ChainId, tokens: readonly TableToken[], text: string): Verdict<TokenLookup> {
  const wanted = text.trim();
  if (/^0x/i.test(wanted)) return lookupAddress(chainId, tokens, wanted);
  // Upper case folds some foreign letters into ASCII ones (a long s into S).
  if (!/^[\x21-\x7e]*$/.test(wanted)) return unknown(chainId, wanted);
  const symbol = wanted.toUpperCase();
  const named = tokens.filter((token) => token.symbol.toUpperCase() === symbol);
  const addresses = new Set(named.map((token) => token.address));
  const isCoin = symbol === chainOf(chainId).nativeCoin;
  if (addresses.size + (isCoin ? 1 : 0) > 1)
    return ambiguous(chainId, wanted, [...addresses, ...(isCoin ? [NATIVE] : [])]);
  if (isCoin) return allow({ kind: "known", token: coin(chainId) });
  return named[0] === undefined ? unknown(chainId, wanted) : allow(fromTable(named[0]));
}

function lookupAddress(chainId: ChainId, tokens: readonly TableToken[], text: string): Verdict<TokenLookup> {
  const verdict = normalizeAddress(text);
  if (!verdict.ok) return verdict;
  if (isNative(verdict.value)) return allow({ kind: "known", token: coin(chainId) });
  const listed = tokens.find((token) => token.address === verdict.value);
  return allow(listed === undefined ? { kind: "read", address: verdict.value } : fromTable(listed));
}

const coin = (chainId: ChainId): Token => ({
  address: NATIVE,
  symbol: chainOf(chainId).nativeCoin,
  decimals: NATIVE_DECIMALS,
});

const fromTable = ({ address, symbol, decimals }: TableToken): TokenLookup =>
  decimals === undefined ? { kind: "read", address, symbol } : { kind: "known", token: { address, symbol, decimals } };

const unknown = (chainId: ChainId, text: string) =>
  refuse(
    "token_not_found",
    `No token called "${printable(text)}" is known on ${chainOf(chainId).name}. Send its contract address instead.`,
    { chainId },
  );

const ambiguous = (chainId: ChainId, text: string, candidates: readonly string[]) =>
  refuse(
    "token_ambiguous",
    `"${printable(text)}" can mean several tokens on ${chainOf(chainId).name}. Send the contract address instead.`,
    { chainId, candidates },
  );

/** A page in between may show the caller's own text. */
const printable = (text: string): string => text.replace(/[^A-Za-z0-9.$_+-]/g, "?").slice(0, 32);
