import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Tables } from "../kinds/tables.ts";
import type { SwapRequest, VenueQuote } from "../kinds/venue.ts";
import { isConfigured } from "../kinds/venue-shares.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";

/** In order of preference. */
export type VenueAnswers = readonly { venue: VenueId; answer: Verdict<VenueQuote> }[];

/**
 * One call to each, side by side.
 * @throws not_configured when a single venue is asked and has no key
 */
export async function askVenues(
  deps: Pick<Deps, "venue">,
  venues: AskedVenues,
  request: SwapRequest,
): Promise<VenueAnswers> {
  const [only, second] = venues;
  if (second === undefined) return [{ venue: only, answer: await deps.venue(only).quote(request) }];
  return Promise.all(
    venues.map(async (venue) => ({ venue, answer: await answerOfVenue(deps, venue, request) })),
  );
}

/** Refuses instead of throwing where a venue is not configured: another can stand in. */
export async function answerOfVenue(
  deps: Pick<Deps, "venue">,
  venue: VenueId,
  request: SwapRequest,
): Promise<Verdict<VenueQuote>> {
  try {
    return await deps.venue(venue).quote(request);
  } catch (error) {
    if (error instanceof AppError) return refuse(error.code, error.message);
    throw error;
  }
}

type AskedVenues = readonly [VenueId, ...VenueId[]];
/** `unasked` had used up their share of calls. */
export type VenueChoice = { asked: AskedVenues; unasked: readonly VenueId[] };

type Wanted = {
  chainId: ChainId;
  mode: SwapRequest["mode"];
  /** Venues with calls left when the call began; undefined: not counted. */
  free?: readonly VenueId[] | undefined;
};

/**
 * Venues that serve the chain and have a key, in the table's order; for an exact output, exact ones
 * first. Without calls left the first is asked all the same, so that a caller gets a price.
 */
export function venuesToAsk(
  deps: Pick<Deps, "tables" | "venue">,
  { chainId, mode, free }: Wanted,
): VenueChoice {
  const served = venuesOf(deps.tables, chainId);
  const keyed = served.filter((venue) => isConfigured(deps, venue));
  const exactly = (venue: VenueId) => deps.tables.venues[venue].exactOutput === "exactly";
  const ordered =
    mode === "exactIn"
      ? keyed
      : [...keyed.filter(exactly), ...keyed.filter((venue) => !exactly(venue))];
  const [first, ...others] =
    free === undefined ? ordered : ordered.filter((venue) => free.includes(venue));
  // Without any venue, one refuses or throws by its own name.
  const [fallback] = [...ordered, ...served, ...venuesOf(deps.tables)];
  if (fallback === undefined) throw new Error("the table has no venue");
  const asked: AskedVenues = first === undefined ? [fallback] : [first, ...others];
  return { asked, unasked: ordered.filter((venue) => !asked.includes(venue)) };
}

/** All venues in the table's order, or those of a chain. */
export const venuesOf = ({ venues }: Pick<Tables, "venues">, chainId?: ChainId): VenueId[] =>
  Object.values(venues)
    .filter(({ chains }) => chainId === undefined || chains.includes(chainId))
    .map(({ id }) => id);
