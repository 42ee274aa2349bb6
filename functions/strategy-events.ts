import * as z from "zod";
import { EXAMPLES } from "../schemas/examples.ts";
import { hexAddress } from "../schemas/primitives.ts";
import { sinceMs } from "../schemas/since-ms.ts";
import { strategyEvent } from "../schemas/strategy-event.ts";
import { unwrap } from "../src/errors.ts";
import { polledEventOf } from "../src/events/polled-event-of.ts";
import { normalizeAddress } from "../src/lib/normalize-address.ts";
import { defineRoute } from "../src/route.ts";
import { readEvents } from "../src/store/orders/read-events.ts";
import { filterEvents } from "../src/twap/filter-events.ts";

/** A vault's recent events, of TWAP slices, NAV syncs, trigger orders and orders at venues that act later: at most 20, of the last 24 hours, newer than `since` (decision 48). */
export const strategyEvents = defineRoute({
  method: "GET",
  path: "/api/strategy-events",
  price: "free",
  operationId: "listStrategyEvents",
  summary: "Poll a vault's recent events",
  description: "At most 20, of the last 24 hours, newer than `since`.",
  tags: ["Events"],
  auth: "none",
  examples: {
    query: { vault: EXAMPLES.vault, since: "0" },
    response: {
      events: [
        { type: "twap", timestamp: 1_795_000_000_000, success: true, twapOrderId: 1, summary: "Slice 1/10 executed." },
      ],
    },
  },
  query: z.object({ vault: hexAddress, since: sinceMs.default(0) }),
  body: z.undefined(),
  output: z.object({ events: z.array(strategyEvent) }),
  handle: async ({ deps }, { query }) => {
    const vault = unwrap(normalizeAddress(query.vault));
    const nowMs = deps.clock.nowMs();
    const { events } = await readEvents.run(deps.redis, deps.keys, { nowMs, vault });
    return { events: filterEvents(events, query.since, nowMs).map(polledEventOf) };
  },
});
