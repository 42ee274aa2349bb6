import type { OrderKindId } from "../../schemas/orders/order-kinds.ts";
import type { LazyRoute } from "../route.ts";

/** Routes of each kind of order beside its tools. */
export const ORDER_KIND_DOORS: Readonly<Record<OrderKindId, readonly LazyRoute[]>> = {
  twap: [
    {
      method: "POST",
      path: "/api/tools/create_twap_order",
      load: async () =>
        (await import("../../functions/twap/create-twap-order.ts")).createTwapOrderRoute,
    },
    {
      method: "GET",
      path: "/api/twap-order",
      load: async () => (await import("../../functions/twap/get-twap-order.ts")).getTwapOrderRoute,
    },
    {
      method: "GET",
      path: "/api/twap-order/quality",
      load: async () =>
        (await import("../../functions/twap/get-order-quality.ts")).getOrderQualityRoute,
    },
  ],
  nav_sync: [],
  trigger: [],
};
