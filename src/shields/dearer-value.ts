import { larger } from "../lib/larger.ts";
import type { VenueValue } from "./venue-value.ts";

/** What is given away counts at the dearer of the oracle and a venue. Without a venue's price the oracle alone counts. */
export const dearerValue = (oracleBase: bigint, venue: VenueValue | undefined): bigint =>
  venue === undefined ? oracleBase : [venue.lowBase, venue.highBase].reduce(larger, oracleBase);
