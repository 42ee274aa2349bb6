import * as z from "zod";
import { allow } from "../lib/allow.ts";
import { listOrders } from "../store/orders/list-orders.ts";
import { listOrdersText } from "../twap/list-orders-text.ts";
import { stateOf } from "../twap/state-of.ts";
import { damagedLines } from "./damaged-lines.ts";
import { orderOutput } from "./order-output.ts";
import { defineTool } from "./tool.ts";

/** All orders of the vault on this chain, active and closed. */
export const listTwapOrders = defineTool({
  name: "list_twap_orders",
  description: "Lists the vault's TWAP orders on this chain, active and closed, with progress, amounts and status.",
  category: "TWAP Orders",
  says: [
    "list twap orders",
    "[twap] orders|twaps|strategies|dcas",
    "strategy|order list",
    "what running|scheduled|queued",
    "~how|what strategies|orders|twaps|dcas|dca|twap",
    "~next|when slice|run|buy|sell|clip",
    "order|twap|strategy status",
    "[my] dca|twap",
    "~open|working|live orders|order",
  ],
  access: "operator",
  effect: "read",
  input: z.object({}),
  example: {},
  hints: { openWorld: false },
  model: "shown",
  output: () => z.object({ orders: z.array(orderOutput()) }),
  run: async ({ deps, chainId, vault }) => {
    const { orders, unreadable } = await listOrders.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), vault });
    // Orders on another chain may belong to another owner (decision 19).
    const own = orders.map(({ order }) => order).filter((order) => order.chainId === chainId);
    return allow({
      message: [listOrdersText(own), ...damagedLines(unreadable)].join("\n\n"),
      data: { orders: own.map((order) => ({ ...order, state: stateOf(order) })) },
    });
  },
});
