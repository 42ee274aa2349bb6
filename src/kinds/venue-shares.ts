import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { VenueShare, VenueShares } from "./venue.ts";

/** The tick interval of an order that is due at every tick. */
const WINDOW_MS = 5 * 60_000;

/**
 * An operator's 30 orders (create-order's limit), each run twice: a resumed one may be due again
 * before its plan.
 */
const RUNS_OF_AN_OPERATOR = 2 * 30;

type Venue = Deps["tables"]["venues"][VenueId];
type Configured = Pick<Deps, "env" | "tables">;

/**
 * Slices take half of a venue's rate limit; second tries and quotes the rest. An operator takes a
 * tenth of that half, or all its orders' needs where that is more.
 */
export function venueShares({ env, tables }: Configured): VenueShares {
  const shares = Object.values(tables.venues).map(
    (venue) => [venue.id, shareOf(env, venue)] as const,
  );
  // Safe: the table is total, and its objects stand under their own ids (check-venues.ts).
  return { windowMs: WINDOW_MS, venues: Object.fromEntries(shares) as Record<VenueId, VenueShare> };
}

function shareOf(env: Deps["env"], { env: { callsPerSecond }, calls }: Venue): VenueShare {
  const perSecond = (callsPerSecond && env[callsPerSecond]) ?? calls.perSecond;
  const total = (perSecond * WINDOW_MS) / 1_000 / 2;
  return {
    calls: calls.perSlice,
    total,
    each: Math.max(RUNS_OF_AN_OPERATOR * calls.perSlice, Math.floor(total / 10)),
  };
}

type DoorCalls = { windowMs: number; asked: { venue: VenueId; calls: number; total: number }[] };

/** For the script that begins the call. All doors share the half that slices leave. */
export function doorCalls(
  deps: Pick<Deps, "env" | "tables" | "venue">,
  asked: readonly VenueId[],
): DoorCalls {
  const { windowMs, venues } = venueShares(deps);
  return {
    windowMs,
    asked: asked
      .filter((venue) => isConfigured(deps, venue))
      .map((venue) => ({ venue, calls: venues[venue].calls, total: venues[venue].total })),
  };
}

export function isConfigured(deps: Pick<Deps, "venue">, venue: VenueId): boolean {
  try {
    return deps.venue(venue).id === venue;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
