import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import type { UnconfirmedPrice } from "../kinds/execution-outcome.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import { isNearVenue, type VenuePrices, venueValue } from "../shields/venue-value.ts";
import type { Holding, Holdings } from "./read-holdings.ts";

type Rules = { prices: VenuePrices; netTotalValueBase: bigint; toleranceBps: number };

/**
 * Tokens of a tenth of the NAV or more, without a venue price in tolerance (decision D22).
 * Positions and stakes may be any token, so they count with each: with 8% held and 8% staked a
 * quarter of the price takes 12%. Empty: nobody alone moved the NAV.
 */
export function unconfirmedPrices(
  vault: Address,
  holdings: Holdings,
  rules: Rules,
): UnconfirmedPrice[] {
  if (!holdings.ok) return [{ token: vault, reason: "unread" }];
  const { baseToken, held } = holdings.value;
  const { netTotalValueBase: net } = rules;
  const sum = held.reduce((all, { valueBase }) => all + valueBase, 0n);
  const rest = sum > net ? sum - net : net - sum;
  const isTenth = (valueBase: bigint) => valueBase * 10n >= net;
  return held.flatMap((holding) => {
    if (holding.token === baseToken) return [];
    const venue = venueOf(holding, baseToken, rules.prices);
    const dearest =
      venue !== undefined && venue.highBase > holding.valueBase
        ? venue.highBase
        : holding.valueBase;
    if (!isTenth(rest + dearest)) return [];
    return unconfirmed(holding, baseToken, rules);
  });
}

const venueOf = ({ token, balanceBase }: Holding, target: Address, prices: VenuePrices) =>
  venueValue(prices, { token, amountBase: balanceBase, target });

function unconfirmed(
  holding: Holding,
  baseToken: Address,
  { prices, toleranceBps }: Rules,
): UnconfirmedPrice[] {
  const { token, unitBase, unitValueBase } = holding;
  const venue = venueValue(prices, { token, amountBase: unitBase, target: baseToken });
  if (venue === undefined)
    return [{ token, reason: "no_venue_price", oracleBase: String(holding.valueBase) }];
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
 * Refuses the agent while unconfirmed prices decide: moved unit prices say nothing of a sync's
 * place or size (decision D23). `meanwhile`: its pause in words. undefined: all are confirmed.
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
    `The vault's NAV on ${name} is confirmed by nobody but its oracle: ${why}. The agent ` +
      `wallet ${meanwhile} meanwhile; wait until they agree, or let the vault's owner sign it.`,
    { chainId, token: first.token, reason: first.reason, unconfirmed: unconfirmed.length },
  );
}
