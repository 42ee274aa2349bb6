import type { VenueOrder, VenueOrderFamily, VenueOrderLook } from "../../schemas/venue-order.ts";
import type { Protocol } from "../../src/kinds/protocol.ts";
import type { Tables } from "../../src/kinds/tables.ts";
import { TABLES } from "../../src/tables.ts";

/** What each venue that acts later has of an order, as a test plays it. */
export type Looks = Readonly<
  Record<VenueOrderFamily, (order: VenueOrder) => Promise<VenueOrderLook>>
>;

// Loaded before anything runs: no history waits for code, which takes as long as the machine says.
const loaded = await Promise.all(
  Object.values(TABLES.protocols).map(async (protocol): Promise<Protocol> => {
    const code = await protocol.load();
    return { ...protocol, load: async () => code };
  }),
);

/** The service's tables, of which each protocol that is followed looks as the test says. */
export const tablesThatLook = (looks: Looks, tables: Tables = TABLES): Tables => ({
  ...tables,
  // Safe: every protocol is there, under its id.
  protocols: Object.fromEntries(
    loaded.map((protocol) => [protocol.id, looking(protocol, looks)]),
  ) as Tables["protocols"],
});

function looking(protocol: Protocol, looks: Looks): Protocol {
  if (protocol.follow === undefined) return protocol;
  const { family } = protocol.follow;
  return { ...protocol, follow: { family, look: (_deps, order) => looks[family](order) } };
}
