import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import type { UnconfirmedPrice } from "../kinds/execution-outcome.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { isNearVenue, type VenuePrices, venueValue } from "../shields/venue-value.ts";
import type { Holding, Holdings } from "./read-holdings.ts";

type Rules = { prices: VenuePrices; netTotalValueBase: bigint; toleranceBps: number };

/**
 * A tenth of a vault's NAV or more, and not within the tolerance of their venue price (decision 400), each by its price in the base token.
 * What the vault's own balances do not explain (positions, stakes) may be any of its tokens, so it counts with each: of 8% held and 8%
 * staked a quarter of the price takes 12% of the NAV. Empty: the NAV was moved by nobody alone.
 */
export function unconfirmedPrices(vault: Address, holdings: Holdings, rules: Rules): UnconfirmedPrice[] {
  if (!holdings.ok) return [{ token: vault, reason: "unread" }];
  const { baseToken, held } = holdings.value;
  const { netTotalValueBase: net } = rules;
  const sum = held.reduce((all, { valueBase }) => all + valueBase, 0n);
  const rest = sum > net ? sum - net : net - sum;
  const isTenth = (valueBase: bigint): boolean => valueBase * 10n >= net;
  return held.flatMap((holding) => {
    if (holding.token === baseToken) return [];
    const venue = venueOf(holding, baseToken, rules.prices);
    const dearest = venue !== undefined && venue.highBase > holding.valueBase ? venue.highBase : holding.valueBase;
    if (!isTenth(rest + dearest)) return [];
    return unconfirmed(holding, baseToken, rules);
  });
}

const venueOf = ({ token, balanceBase }: Holding, target: Address, prices: VenuePrices) =>
  venueValue(prices, { token, amountBase: balanceBase, target });

function unconfirmed(holding: Holding, baseToken: Address, { prices, toleranceBps }: Rules): UnconfirmedPrice[] {
  const { token, unitBase, unitValueBase } = holding;
  const venue = venueValue(prices, { token, amountBase: unitBase, target: baseToken });
  if (venue === undefined) return [{ token, reason: "no_venue_price", oracleBase: String(holding.valueBase) }];
  if (isNearVenue(unitValueBase, venue, toleranceBps)) return [];
  const value = venueOf(holding, baseToken, prices);
  return [
    {
      ...{ token, reason: "differs", oracleBase: String(holding.valueBase) },
      ...(value && { venueLowBase: String(value.lowBase), venueHighBase: String(value.highBase) }),
    },
  ];
}

/**
 * The refusal of the agent while prices decide about a NAV that no venue confirms. Of a sync: unit prices that a stranger moved say nothing
 * of where value belongs, nor how much of it (decision 491). `meanwhile`: what it does not do until then. undefined: all are confirmed.
 */
export function refusalOfUnconfirmed(
  unconfirmed: readonly UnconfirmedPrice[],
  chainId: ChainId,
  meanwhile = "syncs nothing",
): Refusal | undefined {
  const [first] = unconfirmed;
  if (first === undefined) return undefined;
  const { name } = chainOf(chainId);
  const why = {
    differs: `the oracle's price of ${first.token} is apart from what venues give for it`,
    no_venue_price: `no venue has told a price of ${first.token} within the last minutes`,
    unread: "what the vault holds could not be read",
  }[first.reason];
  return refuse(
    "second_price_differs",
    `The vault's NAV on ${name} is confirmed by nobody but its oracle: ${why}. The agent wallet ${meanwhile} meanwhile; wait until they agree, or let the vault's owner sign it.`,
    { chainId, token: first.token, reason: first.reason, unconfirmed: unconfirmed.length },
  );
}
