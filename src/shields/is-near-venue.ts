import type { VenueValue } from "./venue-value.ts";

/** Whether the oracle's value of an amount stands within the tolerance of the venue's, in both directions. Exact; equal passes. */
export const isNearVenue = (oracleBase: bigint, { lowBase, highBase }: VenueValue, toleranceBps: number): boolean =>
  [lowBase, highBase].every((venueBase) => {
    const apart = oracleBase > venueBase ? oracleBase - venueBase : venueBase - oracleBase;
    return venueBase > 0n && apart * 10_000n <= BigInt(toleranceBps) * venueBase;
  });
