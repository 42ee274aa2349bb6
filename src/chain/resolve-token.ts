import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, hexToString } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import type { ExpiringCache } from "../lib/expiring-cache.ts";
import { isNative, normalizeAddress } from "../lib/normalize-address.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { erc20Abi } from "./account-reads.ts";
import { type ChainAddresses, MAX_DECIMALS, type TableToken } from "./addresses.ts";
import type { Rpc } from "./rpc.ts";
import { ethCall, type RpcOutcome } from "./rpc-call.ts";

type Chain = { chainId: ChainId; addresses: Pick<ChainAddresses, "tokens">; rpc: Pick<Rpc, "send"> };

/** By chain and address; good answers only. The oldest is evicted. */
export type TokenCache = ExpiringCache<Token>;

/** An upgradeable contract is read again once a day. */
const REMEMBER_MS = 86_400_000;
const MAX_SYMBOL = 32;

/**
 * Symbols come from the checked table only; a token of the table with decimals and a remembered one cost no network wait, any other one RPC
 * request shared with all reads of the turn. Refuses with token_not_found, token_ambiguous, invalid_request (a mistyped address) or
 * rpc_unavailable.
 */
export async function resolveToken(
  chain: Chain,
  cache: TokenCache,
  nowMs: number,
  text: string,
): Promise<Verdict<Token>> {
  const lookup = lookupToken(chain.chainId, chain.addresses.tokens, text);
  if (!lookup.ok) return lookup;
  if (lookup.value.kind === "known") return allow(lookup.value.token);
  const { address, symbol } = lookup.value;
  const key = `${chain.chainId}:${address}`;
  const remembered = cache.get(key, nowMs);
  if (remembered !== undefined) return allow(remembered);
  const [decimals, spelled] = await chain.rpc.send([decimalsCall(address), symbolCall(address)]);
  const verdict = readDecimals(chain.chainId, address, decimals);
  if (!verdict.ok) return verdict;
  const token = { address, decimals: verdict.value, symbol: symbol ?? symbolOf(chain, address, spelled) };
  // An unread symbol is read again next time.
  if (symbol !== undefined || spelled.ok) cache.set(key, token, nowMs + REMEMBER_MS);
  return allow(token);
}

/** Undefined: nothing lives there, or no token. */
const decimalsCall = (address: Address) =>
  ethCall({ to: address, data: encodeFunctionData({ abi: erc20Abi, functionName: "decimals" }) }, (data) =>
    data.length === 66 ? BigInt(data) : undefined,
  );

const symbolCall = (address: Address) =>
  ethCall({ to: address, data: encodeFunctionData({ abi: erc20Abi, functionName: "symbol" }) }, decodeSymbol);

function readDecimals(chainId: ChainId, address: Address, outcome: RpcOutcome<bigint | undefined>): Verdict<number> {
  if (!outcome.ok && outcome.kind === "unavailable") {
    return refuse("rpc_unavailable", "The chain could not be read. Please try again.");
  }
  const decimals = outcome.ok ? outcome.value : undefined;
  if (decimals !== undefined && decimals <= BigInt(MAX_DECIMALS)) return allow(Number(decimals));
  return refuse(
    "token_not_found",
    `There is no usable token at ${address} on ${chainOf(chainId).name}. Check the address and the chain.`,
    { chainId, address },
  );
}

/** `string` as in EIP-20, or the `bytes32` of old tokens; else empty. */
function decodeSymbol(data: Hex): string {
  try {
    if (data.length === 66) return hexToString(data, { size: 32 });
    return data.length > 66 && data.length <= 4_096 ? decodeAbiParameters([{ type: "string" }], data)[0] : "";
  } catch {
    return "";
  }
}

/** For display. A stranger's token that spells itself like a listed one is shown with its address. */
function symbolOf(chain: Chain, address: Address, outcome: RpcOutcome<string>): string {
  const short = `${address.slice(0, 6)}..${address.slice(-4)}`;
  const symbol = outcome.ok ? sanitize(outcome.value.normalize("NFKC"), MAX_SYMBOL) : "";
  if (symbol === "") return short;
  return isTaken(chain, symbol) ? `${symbol} (${short})` : symbol;
}

const isTaken = ({ chainId, addresses }: Chain, symbol: string): boolean =>
  [chainOf(chainId).nativeCoin, ...addresses.tokens.map((token: TableToken) => token.symbol)].some(
    (taken) => taken.toUpperCase() === symbol.toUpperCase(),
  );

/** `symbol` when the table spells it. */
type TokenLookup = { kind: "known"; token: Token } | { kind: "read"; address: Address; symbol?: string };

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

/** The zero address is the native coin. `symbol` is for display only. */
export type Token = { address: Address; symbol: string; decimals: number };
