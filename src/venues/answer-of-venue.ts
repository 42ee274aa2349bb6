import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { SwapRequest, VenueQuote } from "../kinds/venue-port.ts";
import { refuse, type Verdict } from "../lib/verdict.ts";

/** Where another venue can stand in: one that is not configured refuses instead of throwing. */
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
