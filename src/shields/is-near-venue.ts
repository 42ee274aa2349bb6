import type { VenueValue } from "./venue-value.ts";

/** Within the tolerance in both directions. Exact; equal passes. */
export const isNearVenue = (oracleBase: bigint, { lowBase, highBase }: VenueValue, toleranceBps: number): boolean =>
  [lowBase, highBase].every((venueBase) => {
    const apart = oracleBase > venueBase ? oracleBase - venueBase : venueBase - oracleBase;
    return venueBase > 0n && apart * 10_000n <= BigInt(toleranceBps) * venueBase;
  });
