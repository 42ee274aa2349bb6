import * as z from "zod";
import { ordersOf } from "../../kinds/kind-of.ts";
import { allow } from "../../lib/verdict.ts";
import { listOrders } from "../../store/orders/get-order.ts";
import { damagedLines } from "../../tools/damaged-lines.ts";
import { defineTool } from "../../tools/tool.ts";
import { listOrdersText } from "../list-orders-text.ts";
import { orderOutput, withState } from "./order-output.ts";

export const listTwapOrders = defineTool({
  name: "list_twap_orders",
  description:
    "Lists the vault's TWAP orders on this chain, active and closed, with progress, amounts " +
    "and status.",
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
    "~open|working|live|active|running|pending|all|every orders|order|twaps|dcas",
    "~list|show|view twap|dca|strategy|orders [orders]",
    "~dca|twap orders|order|status",
  ],
  access: "operator",
  leastScope: "read",
  effect: "read",
  input: z.object({}),
  example: {},
  hints: { openWorld: false },
  model: "shown",
  output: () => z.object({ orders: z.array(orderOutput()) }),
  run: async ({ deps, chainId, vault }) => {
    const { orders, unreadable } = await listOrders.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      vault,
    });
    // Another chain may have another owner (decision D3).
    const own = ordersOf("twap", orders).filter((order) => order.chainId === chainId);
    return allow({
      message: [listOrdersText(own), ...damagedLines(unreadable)].join("\n\n"),
      data: { orders: own.map(withState) },
    });
  },
});
