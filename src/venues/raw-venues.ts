import type { VenueId } from "../../schemas/primitives.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import { createUniswap } from "./uniswap.ts";
import type { VenueOptions } from "./venue-options.ts";
import type { SwapRequest } from "./venue-port.ts";
import { createZeroX } from "./zerox.ts";

/** `raw` is the venue's JSON, unchanged; the amounts are what it says, for the comparison with the oracle. */
export type RawQuote = { raw: Readonly<Record<string, unknown>>; amountInBase: bigint; amountOutBase: bigint };

/** The venues as the two passthrough routes use them (decision 28). */
export type RawVenues = {
  /** One call to the venue. Refuses as `Venue.quote` does. */
  quote(id: VenueId, request: SwapRequest): Promise<Verdict<RawQuote>>;
};

/**
 * The passthrough venues. Options are functions, because they throw when the venue's key is not configured, and the
 * other venue must still work then.
 */
export function createRawVenues(options: { zerox: () => VenueOptions; uniswap: () => VenueOptions }): RawVenues {
  return {
    quote: async (id, request) => {
      const venue = id === "0x" ? createZeroX(options.zerox()) : createUniswap(options.uniswap());
      const quoted = await venue.quote(request);
      if (!quoted.ok) return quoted;
      const { raw, amountInBase, amountOutBase } = quoted.value;
      return allow({ raw, amountInBase, amountOutBase });
    },
  };
}
