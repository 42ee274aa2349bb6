import * as z from "zod";
import { baseUnits, hexAddress, unixMs } from "../primitives.ts";

/**
 * A venue's ask and bid for a token in the chain's coin: `coinInWei` bought `tokenBase`, which sold
 * for `coinOutWei`. Both, since anybody can place a bid.
 */
export const venuePrice = z.object({
  token: hexAddress,
  tokenBase: baseUnits,
  coinInWei: baseUnits,
  coinOutWei: baseUnits,
  atMs: unixMs,
});
export type VenuePrice = z.infer<typeof venuePrice>;
