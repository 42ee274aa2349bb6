import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { isConfigured } from "./is-configured.ts";
import { venueShares } from "./venue-shares.ts";

type DoorCalls = { windowMs: number; asked: { venue: VenueId; calls: number; total: number }[] };

/** As the script that begins the call counts it. All such calls together may use what slices leave: the other half of what a key allows. */
export function doorCalls(deps: Pick<Deps, "env" | "tables" | "venue">, asked: readonly VenueId[]): DoorCalls {
  const { windowMs, venues } = venueShares(deps);
  return {
    windowMs,
    asked: asked
      .filter((venue) => isConfigured(deps, venue))
      .map((venue) => ({ venue, calls: venues[venue].calls, total: venues[venue].total })),
  };
}
