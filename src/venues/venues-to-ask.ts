import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Deps } from "../deps.ts";
import { isConfigured } from "../kinds/is-configured.ts";
import type { SwapRequest } from "../kinds/venue-port.ts";
import { venuesOf } from "./venues-of.ts";

/** Of several with the same price the first one is taken. */
export type AskedVenues = readonly [VenueId, ...VenueId[]];
/** `unasked`: left out because their share of calls is used up. */
export type VenueChoice = { asked: AskedVenues; unasked: readonly VenueId[] };

type Wanted = {
  chainId: ChainId;
  mode: SwapRequest["mode"];
  /** With calls left when the call began; undefined: nobody counted. */
  free?: readonly VenueId[] | undefined;
};

/**
 * All that serve the chain and have a key, in the table's order; for an exact output those first that buy exactly it. Where none has calls
 * left the first is asked all the same: a caller gets a price.
 */
export function venuesToAsk(deps: Pick<Deps, "tables" | "venue">, { chainId, mode, free }: Wanted): VenueChoice {
  const served = venuesOf(deps.tables, chainId);
  const keyed = served.filter((venue) => isConfigured(deps, venue));
  const exactly = (venue: VenueId) => deps.tables.venues[venue].exactOutput === "exactly";
  const ordered = mode === "exactIn" ? keyed : [...keyed.filter(exactly), ...keyed.filter((venue) => !exactly(venue))];
  const [first, ...others] = free === undefined ? ordered : ordered.filter((venue) => free.includes(venue));
  // Where none can be asked, one that then refuses or throws by its own name.
  const [fallback] = [...ordered, ...served, ...venuesOf(deps.tables)];
  if (fallback === undefined) throw new Error("the table has no venue");
  const asked: AskedVenues = first === undefined ? [fallback] : [first, ...others];
  return { asked, unasked: ordered.filter((venue) => !asked.includes(venue)) };
}
