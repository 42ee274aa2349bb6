import * as z from "zod";
import { unixMs } from "../../schemas/primitives.ts";
import {
  type VenueOrder,
  type VenueOrderFamily,
  venueOrderStatus,
} from "../../schemas/venue-order.ts";
import { utcMinute } from "../lib/sanitize.ts";
import { listVenueOrders } from "../store/venueorders/stored-venue-order.ts";
import type { ToolContext } from "./tool.ts";

const shown = () =>
  z.object({
    attempt: z.string().describe("The agent wallet's attempt that ordered it."),
    ordered: z.string(),
    status: venueOrderStatus,
    isLate: z.boolean().describe("The venue was to act on it at once, and has not."),
    amounts: z
      .record(z.string(), z.string())
      .describe("By the venue's own records, once it has ended."),
    reason: z.string(),
    orderedAt: unixMs,
    endedAt: unixMs.nullable(),
  });

/** Orders of the agent wallet at a venue that acts later, in answers about its positions there. */
export const followedOrders = {
  /** Open orders first; null where the storage did not answer. */
  output: () => z.array(shown()).nullable(),
  /** Beside the venue's reads, which do not wait for our storage. */
  read: async ({ deps, vault }: ToolContext, family: VenueOrderFamily): Promise<Shown[] | null> => {
    const read = listVenueOrders.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), vault });
    const listed = await read.catch(() => null);
    return (
      listed &&
      [...listed.open, ...listed.ended].filter((one) => one.family === family).map(shownOf)
    );
  },
  /** One line for each open order. */
  lines: (followed: readonly Shown[] | null): string[] =>
    (followed ?? []).flatMap(({ status, ordered, orderedAt, isLate }) =>
      status === "waiting"
        ? [
            `Followed: ${ordered}, since ` +
              `${utcMinute(orderedAt)}${isLate ? ", late: the venue has not acted on it" : ""}.`,
          ]
        : [],
    ),
};

type Shown = ReturnType<typeof shownOf>;

const shownOf = ({ id, summary, status, isLate, createdAt, end }: VenueOrder) => ({
  attempt: id,
  ordered: summary,
  status,
  isLate: isLate === true,
  amounts: end?.amounts ?? {},
  reason: end?.reason ?? "",
  orderedAt: createdAt,
  endedAt: end?.atMs ?? null,
});
