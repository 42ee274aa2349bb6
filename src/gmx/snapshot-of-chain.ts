import type { Address } from "viem";
import { erc20Abi } from "../chain/account-reads.ts";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import { type RpcCall, readContract } from "../chain/rpc-call.ts";
import type { ChainDeps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { GmxVenue } from "../venues/gmx.ts";
import { gmxReads } from "./gmx-reads.ts";

export type Snapshot = Extract<Awaited<ReturnType<GmxVenue["snapshot"]>>, { ok: true }>["value"];

/**
 * Markets, tokens and Chainlink prices while GMX's API is silent, for a way out. Prices carry no
 * time, so nothing opens at them. Refuses with rpc_unavailable.
 */
export async function snapshotOfChain(
  chain: ChainDeps,
  markets: readonly Address[],
): Promise<Verdict<Snapshot>> {
  if (markets.length === 0) return allow({ markets: [], tokens: new Map(), tickers: new Map() });
  const { multicall3, wrappedNative } = chain.addresses;
  const each = <T>(items: readonly Address[], call: (item: Address) => RpcCall<T>) =>
    aggregateCalls(multicall3, items.map(call));
  const [known] = await chain.rpc.send([each(markets, gmxReads.market)]);
  if (!known.ok) return unreadable;
  const found = known.value.flatMap((one) => (one.ok ? [one.value] : []));
  if (found.length !== markets.length) return unreadable;
  const tokens = [
    ...new Set(
      found.flatMap(({ indexToken, longToken, shortToken }) => [indexToken, longToken, shortToken]),
    ),
  ];
  const [prices, decimals, symbols] = await chain.rpc.send([
    each(tokens, gmxReads.feedPrice),
    each(tokens, (address) =>
      readContract({ address, abi: erc20Abi, functionName: "decimals", args: [] }),
    ),
    each(tokens, (address) =>
      readContract({ address, abi: erc20Abi, functionName: "symbol", args: [] }),
    ),
  ]);
  if (!prices.ok || !decimals.ok || !symbols.ok) return unreadable;
  const of = tokens.map((token, index) => ({
    token,
    price: prices.value[index],
    decimals: decimals.value[index],
    symbol: symbols.value[index],
  }));
  return allow({
    markets: found.map((one) => ({ ...one, name: "", isListed: true })),
    tokens: new Map(
      of.flatMap(({ token, decimals, symbol }) =>
        decimals?.ok && symbol?.ok
          ? [
              [
                token,
                {
                  symbol: token === wrappedNative ? "ETH" : sanitize(symbol.value, 32),
                  decimals: decimals.value,
                },
              ] as const,
            ]
          : [],
      ),
    ),
    tickers: new Map(
      of.flatMap(({ token, price }) =>
        price?.ok ? [[token, { ...price.value, updatedAtMs: 0 }] as const] : [],
      ),
    ),
  });
}

const unreadable = refuse(
  "rpc_unavailable",
  "GMX's markets could not be read from the chain. Please try again.",
);
