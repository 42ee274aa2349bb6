import { coreReads } from "../hyperliquid/core-reads.ts";
import { hyperliquidApi } from "../hyperliquid/hyperliquid-api.ts";
import { chunksOf } from "../lib/in-parallel.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { PerpMarket } from "../venues/hyperliquid-port.ts";
import type { ToolContext } from "./tool.ts";

/** Reads of the chain in one request. */
const AT_ONCE = 100;

/**
 * A market with the number by which orders name it. The venue's list only gives places; the chain
 * decides. Refuses with perp_market_unknown, rpc_unavailable, and as the venue does.
 */
export async function perpBMarket(
  { deps, chainId }: ToolContext,
  coin: string,
): Promise<Verdict<PerpMarket>> {
  const markets = await deps.api(hyperliquidApi).markets();
  if (!markets.ok) return markets;
  const listed = listedPerpBMarket(markets.value, coin);
  if (!listed.ok) return listed;
  const { name, asset } = listed.value;
  const { rpc } = deps.chain(chainId);
  const [first] = await rpc.send([coreReads.market(asset)]);
  if (!first.ok && first.kind === "unavailable") return unreadable;
  if (first.ok && first.value.coin === name) return allow({ ...listed.value, ...first.value });
  // The chain's order is another: every number is asked for its name.
  const numbers = markets.value.map((_, number) => number);
  const read = await Promise.all(
    chunksOf(AT_ONCE, numbers).map((some) =>
      rpc.send(some.map((number) => coreReads.market(number))),
    ),
  );
  const all = read.flat();
  if (all.some((one) => !one.ok && one.kind === "unavailable")) return unreadable;
  const found = all.flatMap((one, number) =>
    one.ok && one.value.coin === name ? [{ asset: number, ...one.value }] : [],
  );
  const [market] = found;
  if (market !== undefined && found.length === 1) return allow({ ...listed.value, ...market });
  return refuse(
    "perp_market_unknown",
    `coin: the venue lists ${name}, and its chain has no one perpetual of that name.`,
    { coin: name },
  );
}

const unreadable = refuse(
  "rpc_unavailable",
  "The venue's markets could not be read from its chain. Nothing was built; please try again.",
);

/**
 * Market by name, in any case where one fits; "BTC-PERP" and "BTC/USD" mean BTC. Refuses with
 * perp_market_unknown.
 */
export function listedPerpBMarket(
  markets: readonly PerpMarket[],
  coin: string,
): Verdict<PerpMarket> {
  const plain = coin.trim().replace(/[-/](PERP|USDC?)$/i, "");
  const exact = markets.find(({ name }) => name === plain);
  const alike = markets.filter(({ name }) => name.toLowerCase() === plain.toLowerCase());
  const found = exact ?? (alike.length === 1 ? alike[0] : undefined);
  if (found !== undefined) return allow(found);
  return refuse(
    "perp_market_unknown",
    `coin: Hyperliquid has no perpetual of that name. Write it as the markets are listed.`,
    { markets: markets.length },
  );
}
