import { type Address, decodeAbiParameters, encodeFunctionData, type Hex, hexToString } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import type { ExpiringCache } from "../lib/expiring-cache.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { erc20Abi } from "./abis/erc20-abi.ts";
import type { ChainAddresses } from "./addresses.ts";
import { lookupToken } from "./lookup-token.ts";
import { MAX_DECIMALS } from "./max-decimals.ts";
import { ethCall } from "./read-contract.ts";
import type { Rpc } from "./rpc.ts";
import type { RpcOutcome } from "./rpc-call.ts";
import type { Token } from "./token.ts";
import type { TableToken } from "./token-table.ts";

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
