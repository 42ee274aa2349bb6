import type { ChainId } from "../../schemas/chains.ts";
import type { VenueOrder } from "../../schemas/venue-order.ts";
import { ordersOf } from "../kinds/order-as.ts";
import { stateOfSync } from "../navsync/nav-sync-text.ts";
import type { StoredForOperator } from "../store/vaults/read-as-operator.ts";
import { stateOfTrigger } from "../triggers/trigger-text.ts";
import { stateOf } from "../twap/state-of.ts";

type Asked = { chainId: ChainId; state: "all" | "open" };

export function shownOrders({ orders: listed, venueOrders }: StoredForOperator, { chainId, state }: Asked) {
  const { orders = [], unreadable = [] } = listed ?? {};
  const { open = [], ended = [] } = venueOrders ?? {};
  return {
    orders: ordersOf("twap", orders).map((order) => ({ ...order, state: stateOf(order) })),
    navSyncs: ordersOf("nav_sync", orders).map((order) => ({ ...order, state: stateOfSync(order) })),
    triggers: ordersOf("trigger", orders).map((order) => ({ ...order, state: stateOfTrigger(order) })),
    venueOrders: [...open, ...(state === "open" ? [] : ended)].filter((order) => order.chainId === chainId).map(shown),
    unreadable,
  };
}

const shown = ({ id, family, chainId, summary, status, isLate, hash, createdAt, end }: VenueOrder) => ({
  ...{ id, family, chainId, summary, status, hash, createdAt },
  isLate: isLate === true,
  end: end ?? null,
});
