import * as z from "zod";
import { everyChainId } from "../../schemas/chains.ts";
import { hexHash, unixMs } from "../../schemas/primitives.ts";
import { venueOrderEnd, venueOrderFamily, venueOrderStatus } from "../../schemas/venue-order.ts";
import { navSyncOutput } from "../navsync/tools/list-nav-syncs.ts";
import { triggerOutput } from "../triggers/tools/list-trigger-orders.ts";
import { orderOutput } from "../twap/tools/order-output.ts";

/** Orders of every kind in one list (shown-orders.ts), those of a kind together. */
export const listedOrdersOutput = () =>
  z.object({
    orders: z.array(orderOutput()).describe("TWAP orders, the newest first."),
    navSyncs: z.array(navSyncOutput()),
    triggers: z.array(triggerOutput()),
    venueOrders: z
      .array(
        z.object({
          id: z.string(),
          family: venueOrderFamily,
          chainId: everyChainId,
          summary: z.string(),
          status: venueOrderStatus,
          isLate: z.boolean().describe("The venue was to act on it at once, and has not."),
          hash: hexHash,
          createdAt: unixMs,
          end: venueOrderEnd.nullable(),
        }),
      )
      .describe(
        "What the agent wallet has ordered at venues that act later; on the first page alone: open ones, then the last that ended.",
      ),
    unreadable: z.array(z.int()).describe("Numbers of orders whose records are damaged."),
  });
