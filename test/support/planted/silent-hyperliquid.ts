import { refuse } from "../../../src/lib/verdict.ts";
import type { HyperliquidVenue } from "../../../src/venues/hyperliquid-port.ts";

const silent = async () => refuse("venue_unavailable", "Hyperliquid did not answer.");

/** Hyperliquid's records where nobody asks for them: it never answers. */
export const silentHyperliquid: HyperliquidVenue = {
  markets: silent,
  book: silent,
  account: silent,
  spotUsdcE8: silent,
  openOrders: silent,
  order: silent,
  fills: silent,
  ledger: silent,
};
