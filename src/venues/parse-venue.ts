import type { ChainId } from "../../schemas/chains.ts";
import { VENUE_ALIASES, VENUE_IDS, type VenueId } from "../../schemas/venue-ids.ts";
import { chainOf } from "../chain-of.ts";
import type { Venue } from "../kinds/venue.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** The spec's neutral words (decision D1). */
const ALIASES: ReadonlyMap<string, VenueId> = new Map(Object.entries(VENUE_ALIASES));

/**
 * A venue by id or neutral word, in any case; records hold the id. Refuses with invalid_request.
 */
export function parseVenue(text: string): Verdict<VenueId> {
  const name = text.trim().toLowerCase();
  const venue = ALIASES.get(name) ?? VENUE_IDS.find((id) => id === name);
  return venue === undefined ? unknown() : allow(venue);
}

const unknown = () =>
  refuse(
    "invalid_request",
    `Unknown venue: dex is ${VENUE_IDS.map((id) => `"${id}"`).join(" or ")}.`,
  );

/** Refuses with chain_not_supported, before anything is asked. */
export const mustServe = (
  { id, chains }: Pick<Venue, "id" | "chains">,
  chainId: ChainId,
): Verdict =>
  chains.includes(chainId)
    ? allow(undefined)
    : refuse(
        "chain_not_supported",
        `${id} does not trade on ${chainOf(chainId).name}. Leave dex out, or name another one.`,
        {
          venue: id,
          chainId,
        },
      );
