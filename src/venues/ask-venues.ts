import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import type { SwapRequest, VenueQuote } from "../kinds/venue-port.ts";
import type { Verdict } from "../lib/verdict.ts";
import { answerOfVenue } from "./answer-of-venue.ts";
import type { AskedVenues } from "./venues-to-ask.ts";

/** In the order in which they were preferred. */
export type VenueAnswers = readonly { venue: VenueId; answer: Verdict<VenueQuote> }[];

/**
 * One call each, side by side.
 * @throws not_configured when one venue alone is asked, and has no key
 */
export async function askVenues(
  deps: Pick<Deps, "venue">,
  venues: AskedVenues,
  request: SwapRequest,
): Promise<VenueAnswers> {
  const [only, second] = venues;
  if (second === undefined) return [{ venue: only, answer: await deps.venue(only).quote(request) }];
  return Promise.all(venues.map(async (venue) => ({ venue, answer: await answerOfVenue(deps, venue, request) })));
}
