import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { allow } from "../lib/allow.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { answerOfVenue } from "./answer-of-venue.ts";
import { movedBy } from "./moved-by.ts";
import type { SwapRequest, VenueQuote } from "./venue-port.ts";

/** The venues that may be asked for a swap; of several the first one is preferred. */
export type AskedVenues = readonly [VenueId, ...VenueId[]];

/**
 * The quote of one venue, or of several for an exact output the one by which least leaves; what is equal stays with the first, so that the
 * venue that buys exactly the amount comes first. Gas is not compared. One call to each venue. Refuses with the venue's code, of several
 * with the first one's.
 * @throws not_configured when one venue alone was asked for, and has no key
 */
export async function quoteSwap(
  deps: Pick<Deps, "venue">,
  venues: AskedVenues,
  request: SwapRequest,
): Promise<Verdict<VenueQuote>> {
  const [first, ...others] = venues;
  if (others.length === 0) return deps.venue(first).quote(request);
  const answers = await Promise.all(venues.map((venue) => answerOfVenue(deps, venue, request)));
  const [best] = answers
    .flatMap((answer) => (answer.ok ? [answer.value] : []))
    // Sorting is stable: the first of two that take the same stays first.
    .sort((one, other) => compared(movedBy(one).inBase, movedBy(other).inBase));
  return best === undefined ? refusedByAll(venues, answers) : allow(best);
}

const compared = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);

function refusedByAll(venues: AskedVenues, answers: readonly Verdict<VenueQuote>[]) {
  const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer]));
  const words = refusals.map(({ message }, index) => `${venues[index]}: ${message}`);
  const [first] = refusals;
  if (first === undefined) throw new Error("no venue refused");
  return refuse(first.code, `No venue gives it. ${words.join(" ")}`, first.details);
}
