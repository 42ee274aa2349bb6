import * as z from "zod";
import { baseUnits, hexAddress, unixMs } from "./primitives.ts";

/**
 * What a venue asked and gave for a token in the chain's coin: `coinInWei` bought `tokenBase` of it, which sold again would have given
 * `coinOutWei`. Both directions, since a bid by itself is anybody's to place.
 */
export const venuePrice = z.object({
  token: hexAddress,
  tokenBase: baseUnits,
  coinInWei: baseUnits,
  coinOutWei: baseUnits,
  atMs: unixMs,
});
export type VenuePrice = z.infer<typeof venuePrice>;
