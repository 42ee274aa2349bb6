import * as z from "zod";
import { type ChainId, everyChainId } from "../../schemas/chains.ts";
import {
  type VenueOrder,
  venueOrderEnd,
  venueOrderFamily,
  venueOrderStatus,
} from "../../schemas/orders/venue-order.ts";
import { hexHash, unixMs } from "../../schemas/primitives.ts";
import { ordersOf } from "../kinds/kind-of.ts";
import { stateOfSync } from "../navsync/nav-sync-text.ts";
import { navSyncOutput } from "../navsync/tools/list-nav-syncs.ts";
import type { StoredForOperator } from "../store/vaults/read-as-operator.ts";
import { triggerOutput } from "../triggers/tools/list-trigger-orders.ts";
import { stateOfTrigger } from "../triggers/trigger-text.ts";
import { orderOutput, withState } from "../twap/tools/order-output.ts";

/** Orders of every kind, by kind. */
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
        "What the agent wallet has ordered at venues that act later; on the first page " +
          "alone: open ones, then the last that ended.",
      ),
    unreadable: z.array(z.int()).describe("Numbers of orders whose records are damaged."),
  });

type Asked = { chainId: ChainId; state: "all" | "open" };

/** The same orders as the store has them. */
export function shownOrders(
  { orders: listed, venueOrders }: Pick<StoredForOperator, "orders" | "venueOrders">,
  { chainId, state }: Asked,
) {
  const { orders = [], unreadable = [] } = listed ?? {};
  const { open = [], ended = [] } = venueOrders ?? {};
  return {
    orders: ordersOf("twap", orders).map(withState),
    navSyncs: ordersOf("nav_sync", orders).map((order) => ({
      ...order,
      state: stateOfSync(order),
    })),
    triggers: ordersOf("trigger", orders).map((order) => ({
      ...order,
      state: stateOfTrigger(order),
    })),
    venueOrders: [...open, ...(state === "open" ? [] : ended)]
      .filter((order) => order.chainId === chainId)
      .map(shown),
    unreadable,
  };
}

const shown = ({
  id,
  family,
  chainId,
  summary,
  status,
  isLate,
  hash,
  createdAt,
  end,
}: VenueOrder) => ({
  id,
  family,
  chainId,
  summary,
  status,
  hash,
  createdAt,
  isLate: isLate === true,
  end: end ?? null,
});
