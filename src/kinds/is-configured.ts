import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";

/** Whether what the venue needs is in the configuration. */
export function isConfigured(deps: Pick<Deps, "venue">, venue: VenueId): boolean {
  try {
    return deps.venue(venue).id === venue;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
