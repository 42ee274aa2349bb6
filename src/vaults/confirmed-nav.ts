import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { ChainAddresses } from "../chain/addresses.ts";
import type { CallContext } from "../kinds/call-context.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { smaller } from "../lib/integers.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { type VenuePrices, venueValue } from "../shields/venue-value.ts";
import type { Holding, Holdings } from "./read-holdings.ts";
import { refusalOfUnconfirmed, unconfirmedPrices } from "./unconfirmed-prices.ts";

/** A vault's NAV, in base units of its base token: of one unit, and of all it has. */
export type NavValue = { unitaryValue: bigint; netTotalValue: bigint };

/**
 * Each counted token at the lower of its oracle and its venue price: what shares are taken of, because whoever lifts an oracle lifts no deep
 * market with it (decision 491). A token without a venue price counts by the oracle (that it moves nothing alone is for
 * unconfirmed-prices.ts). What balances do not explain (positions, stakes) may be any of the tokens, so it is lowered as the one furthest
 * above its venue. undefined: nothing is above its venue price, or what the vault holds was not read.
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
  const cut = priced.reduce((sum, { valueBase, low, oracle }) => sum + (valueBase - (valueBase * low) / oracle), 0n);
  const least = priced.map(({ low, oracle }) => (rest * low) / oracle).reduce(smaller, rest);
  const confirmed = netTotalValue - cut - (rest - least);
  if (confirmed >= netTotalValue) return undefined;
  // Never nothing at all: of that there would be no share.
  const [net, unit] = [confirmed, (unitaryValue * confirmed) / netTotalValue].map((value) => (value > 0n ? value : 1n));
  return { unitaryValue: unit ?? 1n, netTotalValue: net ?? 1n };
}

/** The lower price and the oracle's, of the same amount. */
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

type Known = {
  holdings: Holdings;
  stored: Pick<CallContext, "venuePrices" | "navBaseline" | "settings">;
  wrappedNative: ChainAddresses["wrappedNative"];
};

/**
 * A vault's net value that limits of what goes in are shares of, in base units of its base token: by venues' prices where those are lower
 * (confirmedNav), and never above the confirmed 24-hour high. The agent is refused with second_price_differs where a tenth of it has no venue's
 * price, so that the oracle alone would say how much may go in; a price that differs already counts at its lower (decision 525).
 */
export function confirmedNetBase(
  { vault, chainId, executionMode }: Pick<ExecutionContext, "vault" | "chainId" | "executionMode">,
  nav: NavValue,
  { holdings, stored, wrappedNative }: Known,
): Verdict<bigint> {
  const { unitaryValue, netTotalValue } = nav;
  const prices = { prices: stored.venuePrices ?? [], wrappedNative };
  const toleranceBps = stored.settings.swapShieldBps ?? SETTINGS_DEFAULTS.swapShieldBps;
  const unknown = unconfirmedPrices(vault, holdings, { prices, netTotalValueBase: netTotalValue, toleranceBps }).filter(
    ({ reason }) => reason !== "differs",
  );
  const refusal = executionMode === "delegated" ? refusalOfUnconfirmed(unknown, chainId, "adds nothing") : undefined;
  if (refusal !== undefined) return refusal;
  const confirmed = confirmedNav(nav, holdings, prices)?.netTotalValue ?? netTotalValue;
  const high = BigInt(stored.navBaseline ?? 0);
  return allow(
    high > 0n && high < unitaryValue ? smaller(confirmed, (netTotalValue * high) / unitaryValue) : confirmed,
  );
}
