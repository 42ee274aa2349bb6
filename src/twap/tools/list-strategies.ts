import { defineTool } from "../../tools/tool.ts";
import { listTwapOrders } from "./list-twap-orders.ts";

/** The spec's other name of list_twap_orders. */
export const listStrategies = defineTool({
  ...listTwapOrders,
  name: "list_strategies",
  says: [],
  description: "Alias of list_twap_orders: lists the vault's TWAP orders on this chain.",
});
