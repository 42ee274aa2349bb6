import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { VenueShare, VenueShares } from "./venue.ts";

/** What a tick starts of an order that is due at every tick. */
const WINDOW_MS = 5 * 60_000;

/** Orders of an operator (create-order's limit), each run twice: a resumed one may be due again before its plan. */
const RUNS_OF_AN_OPERATOR = 2 * 30;

type Venue = Deps["tables"]["venues"][VenueId];
type Configured = Pick<Deps, "env" | "tables">;

/**
 * Slices take half of what a venue's key allows: the rest is for second tries and the other doors' quotes. An operator takes a tenth of that
 * half, or what all its orders need where that is more.
 */
export function venueShares({ env, tables }: Configured): VenueShares {
  const shares = Object.values(tables.venues).map((venue) => [venue.id, shareOf(env, venue)] as const);
  // Safe: the table is total, and its objects stand under their own ids (check-venues.ts).
  return { windowMs: WINDOW_MS, venues: Object.fromEntries(shares) as Record<VenueId, VenueShare> };
}

/** A larger plan than the smallest is configured in the environment. */
function shareOf(env: Deps["env"], { env: { callsPerSecond }, calls }: Venue): VenueShare {
  const perSecond = (callsPerSecond && env[callsPerSecond]) ?? calls.perSecond;
  const total = (perSecond * WINDOW_MS) / 1_000 / 2;
  return { calls: calls.perSlice, total, each: Math.max(RUNS_OF_AN_OPERATOR * calls.perSlice, Math.floor(total / 10)) };
}

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

/** Whether what the venue needs is in the configuration. */
export function isConfigured(deps: Pick<Deps, "venue">, venue: VenueId): boolean {
  try {
    return deps.venue(venue).id === venue;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
