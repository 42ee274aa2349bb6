import type { ChainId } from "../../schemas/chains.ts";
import { chainOf } from "../chain-of.ts";
import type { UnconfirmedPrice } from "../kinds/execution-outcome.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

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
