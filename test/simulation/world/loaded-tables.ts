import type { Tables } from "../../../src/kinds/tables.ts";
import type { Venue } from "../../../src/kinds/venue.ts";
import { TABLES } from "../../../src/tables.ts";

await Promise.all(Object.values(TABLES.orderKinds).map(({ rules }) => rules()));
const stages = await Promise.all(
  Object.entries(TABLES.checks).map(async ([stage, load]) => {
    const checks = await load();
    return [stage, async () => checks] as const;
  }),
);

/**
 * The service's tables with all that a member loads at its first use loaded already: loading takes
 * time that no scheduler of a test sees.
 */
export const loadedTables: Tables = {
  ...TABLES,
  // Safe: every stage is there.
  checks: Object.fromEntries(stages) as Tables["checks"],
  // Safe: every venue is there, under its own id (check-venues.ts).
  venues: Object.fromEntries(
    await Promise.all(
      Object.values(TABLES.venues).map(async (venue) => [venue.id, await loaded(venue)] as const),
    ),
  ) as Tables["venues"],
};

async function loaded(venue: Venue): Promise<Venue> {
  const calldata = await venue.calldata();
  return { ...venue, calldata: async () => calldata };
}
