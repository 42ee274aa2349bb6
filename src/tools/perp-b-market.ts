import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { HyperliquidVenue, PerpMarket } from "../venues/hyperliquid-port.ts";

/**
 * The market that a coin's name means, as the venue writes it or in other letters where only one fits; "BTC-PERP" and "BTC/USD" mean BTC.
 * Refuses with perp_market_unknown, and with what the venue does.
 */
export async function perpBMarket(venue: HyperliquidVenue, coin: string): Promise<Verdict<PerpMarket>> {
  const markets = await venue.markets();
  if (!markets.ok) return markets;
  const plain = coin.trim().replace(/[-/](PERP|USDC?)$/i, "");
  const exact = markets.value.find(({ name }) => name === plain);
  const alike = markets.value.filter(({ name }) => name.toLowerCase() === plain.toLowerCase());
  const found = exact ?? (alike.length === 1 ? alike[0] : undefined);
  if (found !== undefined) return allow(found);
  return refuse(
    "perp_market_unknown",
    `coin: Hyperliquid has no perpetual of that name. Write it as the markets are listed.`,
    {
      markets: markets.value.length,
    },
  );
}
