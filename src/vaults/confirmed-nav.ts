import { smaller } from "../lib/integers.ts";
import { type VenuePrices, venueValue } from "../shields/venue-value.ts";
import type { Holding, Holdings } from "./read-holdings.ts";

/** A vault's NAV in base units of its base token: per unit and in total. */
export type NavValue = { unitaryValue: bigint; netTotalValue: bigint };

/**
 * NAV with each token at the lower of oracle and venue: a base for shares, since a lifted oracle
 * lifts no deep market (decision D23). Without a venue price the oracle's counts
 * (unconfirmed-prices.ts). Positions and stakes may be any token: lowered as the worst. undefined:
 * nothing is lower, or unread.
 */
export function confirmedNav(
  { unitaryValue, netTotalValue }: NavValue,
  holdings: Holdings,
  prices: VenuePrices,
): NavValue | undefined {
  if (!holdings.ok || netTotalValue <= 0n) return undefined;
  const { baseToken, held } = holdings.value;
  const priced = held.map((holding) => ({ ...holding, ...lowerPrice(holding, baseToken, prices) }));
  const known = priced.reduce((sum, { valueBase }) => sum + valueBase, 0n);
  const rest = netTotalValue > known ? netTotalValue - known : 0n;
  const cut = priced.reduce(
    (sum, { valueBase, low, oracle }) => sum + (valueBase - (valueBase * low) / oracle),
    0n,
  );
  const least = priced.map(({ low, oracle }) => (rest * low) / oracle).reduce(smaller, rest);
  const confirmed = netTotalValue - cut - (rest - least);
  if (confirmed >= netTotalValue) return undefined;
  // Never 0, which has no shares.
  const [net, unit] = [confirmed, (unitaryValue * confirmed) / netTotalValue].map((value) =>
    value > 0n ? value : 1n,
  );
  return { unitaryValue: unit ?? 1n, netTotalValue: net ?? 1n };
}

function lowerPrice(
  { token, unitBase, unitValueBase }: Holding,
  target: Holding["token"],
  prices: VenuePrices,
): { low: bigint; oracle: bigint } {
  if (token === target || unitValueBase <= 0n) return { low: 1n, oracle: 1n };
  const venue = venueValue(prices, { token, amountBase: unitBase, target });
  if (venue === undefined) return { low: 1n, oracle: 1n };
  return { low: smaller(venue.lowBase, unitValueBase), oracle: unitValueBase };
}
