import { larger } from "../lib/larger.ts";
import type { VenueValue } from "./venue-value.ts";

/** The dearer of oracle and venue; without a venue's price the oracle's. */
export const dearerValue = (oracleBase: bigint, venue: VenueValue | undefined): bigint =>
  venue === undefined ? oracleBase : [venue.lowBase, venue.highBase].reduce(larger, oracleBase);
