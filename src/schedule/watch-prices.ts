import { type Address, zeroAddress } from "viem";
import { CHAIN_IDS, type ChainId } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { deepTokens, type TableToken } from "../chain/addresses.ts";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import type { Token } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import { isConfigured, venueShares } from "../kinds/venue-shares.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { isNearVenue } from "../shields/venue-value.ts";
import { askVenuePrices } from "../store/attempts/ask-venue-prices.ts";
import { keepVenuePrices, tellPriceGap } from "../store/attempts/keep-venue-prices.ts";

/** Two requests each: a few chains' deep tokens at once, all chains' within two looks. */
const TOKENS_AT_ONCE = 20;

/**
 * Asks venues for deep tokens' prices, each once in five minutes, for all vaults (decision D23), in
 * a Worker call of its own. After two looks apart from the oracle holders are told. @throws
 * store_unavailable
 */
export async function watchPrices(deps: Deps): Promise<void> {
  const chains = CHAIN_IDS.flatMap((chainId) => tokensOf(deps, chainId));
  const { asks } = await askVenuePrices.run(deps.redis, deps.keys, {
    ...{ requestId: deps.newId(), nowMs: deps.clock.nowMs() },
    tokens: chains.map(({ chainId, tokens }) => ({
      chainId,
      tokens: tokens.map(({ address }) => address),
    })),
    venues: Object.values(deps.tables.venues)
      .map(({ id }) => id)
      .filter((venue) => isConfigured(deps, venue)),
    shares: venueShares(deps),
    limit: TOKENS_AT_ONCE,
  });
  if (asks.length === 0) return;
  const groups = [...Map.groupBy(asks, ({ chainId }) => chainId)];
  const seen = (
    await Promise.all(groups.map(([chainId, ofChain]) => pricesOf(deps, chainId, ofChain)))
  ).flat();
  deps.log("venue_prices", { asked: asks.length, seen: seen.length });
  if (seen.length === 0) return;
  const { gaps } = await keepVenuePrices.run(deps.redis, deps.keys, {
    ...{ requestId: deps.newId(), nowMs: deps.clock.nowMs() },
    prices: seen.map(({ chainId, token, tokenBase, coinInWei, coinOutWei, differs }) => ({
      ...{ chainId, token: token.address, differs },
      ...{
        tokenBase: String(tokenBase),
        coinInWei: String(coinInWei),
        coinOutWei: String(coinOutWei),
      },
    })),
  });
  for (const gap of gaps) {
    const price = seen.find(
      ({ chainId, token }) => chainId === gap.chainId && token.address === gap.token,
    );
    if (price !== undefined) await tellGap(deps, gap, price);
  }
}

/** A chain without a node has no vaults. */
function tokensOf(
  deps: Deps,
  chainId: ChainId,
): { chainId: ChainId; tokens: readonly TableToken[] }[] {
  try {
    return [{ chainId, tokens: deepTokens(deps.chain(chainId).addresses) }];
  } catch {
    return [];
  }
}

type Ask = { token: Address; venue: VenueId; vault: Address };

async function pricesOf(deps: Deps, chainId: ChainId, asks: readonly Ask[]): Promise<SeenPrice[]> {
  const { rpc, addresses } = deps.chain(chainId);
  const tokens = deepTokens(addresses);
  const asked = await Promise.all(
    asks.map(async (ask) => {
      const token = tokens.find(({ address }) => address === ask.token);
      const quoted = token && (await bothWays(deps, chainId, token, ask.venue));
      return quoted === undefined ? [] : [{ ...quoted, vault: ask.vault }];
    }),
  );
  const prices = asked.flat();
  const oracle = await rpc.send(
    prices.map(({ token, tokenBase, vault }) =>
      vaultReads.convertTokenAmount(vault, token.address, tokenBase, zeroAddress),
    ),
  );
  return prices.map(({ vault: _, ...price }, at) => {
    const outcome = oracle[at];
    if (!outcome?.ok) return { ...price, chainId };
    const venue = { lowBase: price.coinOutWei, highBase: price.coinInWei };
    const differs = !isNearVenue(outcome.value, venue, SETTINGS_DEFAULTS.swapShieldBps);
    return { ...price, chainId, oracleWei: outcome.value, differs };
  });
}

async function bothWays(deps: Deps, chainId: ChainId, token: TableToken, id: VenueId) {
  if (!deps.tables.venues[id].chains.includes(chainId)) return undefined;
  const venue = deps.venue(id);
  const coin = { address: zeroAddress, symbol: chainOf(chainId).nativeCoin, decimals: 18 };
  const known = { ...token, decimals: token.decimals ?? 18 };
  const terms = { chainId, mode: "exactIn", slippageBps: SETTINGS_DEFAULTS.slippageBps } as const;
  const coinInWei = chainOf(chainId).priceProbeWei;
  const bought = await venue.quote({
    ...terms,
    tokenIn: coin,
    tokenOut: known,
    amountBase: coinInWei,
  });
  if (!bought.ok || bought.value.amountOutBase <= 0n) return undefined;
  const tokenBase = bought.value.amountOutBase;
  const sold = await venue.quote({
    ...terms,
    tokenIn: known,
    tokenOut: coin,
    amountBase: tokenBase,
  });
  if (!sold.ok || sold.value.amountOutBase <= 0n) return undefined;
  return { token: known, tokenBase, coinInWei, coinOutWei: sold.value.amountOutBase };
}

type Gap = {
  chainId: ChainId;
  token: Address;
  sinceMs: number;
  vaults: readonly { vault: Address; operator: Address }[];
};

/**
 * Tells operators whose vaults count the token; one request finds them. If it fails, the next look
 * tells. @throws store_unavailable
 */
export async function tellGap(
  deps: Deps,
  { chainId, token, sinceMs, vaults }: Gap,
  price: SeenPrice,
): Promise<void> {
  const { rpc, addresses } = deps.chain(chainId);
  const [read] = await rpc.send([
    aggregateCalls(
      addresses.multicall3,
      vaults.map(({ vault }) => vaultReads.activeTokens(vault)),
    ),
  ]);
  if (!read.ok) return;
  const holders = vaults.filter((_, at) => {
    const active = read.value[at];
    return active?.ok && [active.value.baseToken, ...active.value.activeTokens].includes(token);
  });
  const nowMs = deps.clock.nowMs();
  const { symbol, decimals } = price.token;
  const { told } = await tellPriceGap.run(deps.redis, deps.keys, {
    ...{ requestId: deps.newId(), nowMs, chainId, token, sinceMs },
    notices: holders.map(({ vault, operator }) => ({
      kind: "price_differs",
      id: `price_differs:${chainId}:${token}:${sinceMs}:${vault}`,
      ...{ vault, chainId, operator, createdAt: nowMs, token, symbol, since: sinceMs },
      tokenAmount: formatUnits(price.tokenBase, decimals),
      oracleCoin: formatUnits(price.oracleWei ?? 0n, 18),
      venueGaveCoin: formatUnits(price.coinOutWei, 18),
      venueAskedCoin: formatUnits(price.coinInWei, 18),
      toleranceBps: SETTINGS_DEFAULTS.swapShieldBps,
    })),
  });
  deps.log("price_gap_told", { chainId, token, told });
}

/** A venue's ask and bid for an amount, and the oracle's value of it. */
export type SeenPrice = {
  chainId: ChainId;
  token: Token;
  tokenBase: bigint;
  coinInWei: bigint;
  coinOutWei: bigint;
  oracleWei?: bigint;
  differs?: boolean;
};
