import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Tables } from "../../src/kinds/tables.ts";
import { TABLES } from "../../src/tables.ts";

/** The service's tables with these venues alone, for tests that count who is asked. */
export const tablesOf = (...venues: readonly VenueId[]): Tables => ({
  ...TABLES,
  // Safe: what such a test asks goes by the venues that are there.
  venues: Object.fromEntries(venues.map((id) => [id, TABLES.venues[id]])) as Tables["venues"],
});
