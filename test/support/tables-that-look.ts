import type { VenueOrder, VenueOrderFamily, VenueOrderLook } from "../../schemas/venue-order.ts";
import type { Tables } from "../../src/kinds/tables.ts";
import { TABLES } from "../../src/tables.ts";

/** What each venue that acts later has of an order, as a test plays it. */
export type Looks = Readonly<Record<VenueOrderFamily, (order: VenueOrder) => Promise<VenueOrderLook>>>;

/** The service's tables, of which each protocol that is followed looks as the test says. */
export const tablesThatLook = (looks: Looks): Tables => ({
  ...TABLES,
  // Safe: every protocol is there, under its id.
  protocols: Object.fromEntries(
    Object.entries(TABLES.protocols).map(([id, protocol]) => {
      if (protocol.follow === undefined) return [id, protocol];
      const { family } = protocol.follow;
      return [
        id,
        { ...protocol, follow: { family, look: (_deps: unknown, order: VenueOrder) => looks[family](order) } },
      ];
    }),
  ) as Tables["protocols"],
});
