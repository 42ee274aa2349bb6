import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { PerpMarket } from "../venues/hyperliquid-port.ts";

/** In any letters where one market fits; "BTC-PERP" and "BTC/USD" mean BTC. Refuses with perp_market_unknown. */
export function listedPerpBMarket(markets: readonly PerpMarket[], coin: string): Verdict<PerpMarket> {
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
