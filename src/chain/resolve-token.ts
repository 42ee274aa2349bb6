import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToString,
  zeroAddress,
} from "viem";
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

type Chain = {
  chainId: ChainId;
  addresses: Pick<ChainAddresses, "tokens">;
  rpc: Pick<Rpc, "send">;
};

/** Good answers only, by chain and address. */
export type TokenCache = ExpiringCache<Token>;

/** An upgradeable token is read again once a day. */
const REMEMBER_MS = 86_400_000;
const MAX_SYMBOL = 32;

/**
 * A token by symbol or address. Symbols come from the checked table alone. A listed or remembered
 * token costs no wait, any other one RPC request shared with the turn's other reads. Refuses with
 * the codes of `lookupToken`, or rpc_unavailable.
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
  const token = {
    address,
    decimals: verdict.value,
    symbol: symbol ?? symbolOf(chain, address, spelled),
  };
  // An unread symbol is read again next time.
  if (symbol !== undefined || spelled.ok) cache.set(key, token, nowMs + REMEMBER_MS);
  return allow(token);
}

const decimalsCall = (to: Address) =>
  ethCall({ to, data: encodeFunctionData({ abi: erc20Abi, functionName: "decimals" }) }, (data) =>
    data.length === 66 ? BigInt(data) : undefined,
  );

const symbolCall = (to: Address) =>
  ethCall(
    { to, data: encodeFunctionData({ abi: erc20Abi, functionName: "symbol" }) },
    decodeSymbol,
  );

function readDecimals(
  chainId: ChainId,
  address: Address,
  outcome: RpcOutcome<bigint | undefined>,
): Verdict<number> {
  if (!outcome.ok && outcome.kind === "unavailable") {
    return refuse("rpc_unavailable", "The chain could not be read. Please try again.");
  }
  const decimals = outcome.ok ? outcome.value : undefined;
  if (decimals !== undefined && decimals <= BigInt(MAX_DECIMALS)) return allow(Number(decimals));
  return refuse(
    "token_not_found",
    `There is no usable token at ${address} on ${chainOf(chainId).name}. Check the address ` +
      "and the chain.",
    { chainId, address },
  );
}

/** `string` as in EIP-20, or `bytes32` as in old tokens; else empty. */
function decodeSymbol(data: Hex): string {
  try {
    if (data.length === 66) return hexToString(data, { size: 32 });
    return data.length > 66 && data.length <= 4_096
      ? decodeAbiParameters([{ type: "string" }], data)[0]
      : "";
  } catch {
    return "";
  }
}

/** A stranger's token with a listed symbol is shown with its address. */
function symbolOf(chain: Chain, address: Address, outcome: RpcOutcome<string>): string {
  const short = `${address.slice(0, 6)}..${address.slice(-4)}`;
  const symbol = outcome.ok ? sanitize(outcome.value.normalize("NFKC"), MAX_SYMBOL) : "";
  if (symbol === "") return short;
  return isTaken(chain, symbol) ? `${symbol} (${short})` : symbol;
}

const isTaken = ({ chainId, addresses }: Chain, symbol: string): boolean =>
  [chainOf(chainId).nativeCoin, ...addresses.tokens.map((token) => token.symbol)].some(
    (taken) => taken.toUpperCase() === symbol.toUpperCase(),
  );

type TokenLookup =
  | { kind: "known"; token: Token }
  | { kind: "read"; address: Address; symbol?: string };

/**
 * By the coin's symbol, a symbol of the table in any case, or an address. Refuses with
 * token_not_found, token_ambiguous, or invalid_request for a mistyped address.
 */
export function lookupToken(
  chainId: ChainId,
  tokens: readonly TableToken[],
  text: string,
): Verdict<TokenLookup> {
  const wanted = text.trim();
  if (/^0x/i.test(wanted)) return lookupAddress(chainId, tokens, wanted);
  // Upper case folds some foreign letters into ASCII ones (a long s into S).
  if (!/^[\x21-\x7e]*$/.test(wanted)) return unknown(chainId, wanted);
  const symbol = wanted.toUpperCase();
  const named = tokens.filter((token) => token.symbol.toUpperCase() === symbol);
  const addresses = new Set(named.map((token) => token.address));
  const isCoin = symbol === chainOf(chainId).nativeCoin;
  const candidates = [...addresses, ...(isCoin ? [zeroAddress] : [])];
  if (candidates.length > 1) return ambiguous(chainId, wanted, candidates);
  if (isCoin) return allow(coin(chainId));
  return named[0] === undefined ? unknown(chainId, wanted) : allow(fromTable(named[0]));
}

function lookupAddress(
  chainId: ChainId,
  tokens: readonly TableToken[],
  text: string,
): Verdict<TokenLookup> {
  const verdict = normalizeAddress(text);
  if (!verdict.ok) return verdict;
  if (isNative(verdict.value)) return allow(coin(chainId));
  const listed = tokens.find((token) => token.address === verdict.value);
  return allow(listed === undefined ? { kind: "read", address: verdict.value } : fromTable(listed));
}

const coin = (chainId: ChainId): TokenLookup => ({
  kind: "known",
  token: { address: zeroAddress, symbol: chainOf(chainId).nativeCoin, decimals: 18 },
});

const fromTable = ({ address, symbol, decimals }: TableToken): TokenLookup =>
  decimals === undefined
    ? { kind: "read", address, symbol }
    : { kind: "known", token: { address, symbol, decimals } };

const unknown = (chainId: ChainId, text: string) =>
  refuse(
    "token_not_found",
    `No token called "${printable(text)}" is known on ${chainOf(chainId).name}. Send its ` +
      "contract address instead.",
    { chainId },
  );

const ambiguous = (chainId: ChainId, text: string, candidates: readonly string[]) =>
  refuse(
    "token_ambiguous",
    `"${printable(text)}" can mean several tokens on ${chainOf(chainId).name}. Send the ` +
      "contract address instead.",
    { chainId, candidates },
  );

/** Safe to show: the text is the caller's own. */
const printable = (text: string): string => text.replace(/[^A-Za-z0-9.$_+-]/g, "?").slice(0, 32);

/** The zero address is the native coin. `symbol` is for display. */
export type Token = { address: Address; symbol: string; decimals: number };
