import type * as z from "zod";
import { keptTwapOrder } from "./twap-order.ts";

/** What an ended order has left that the closed list dropped (lua-order-figures.ts). */
export const orderFigures = keptTwapOrder.pick({
  ...{ id: true, chainId: true, side: true, status: true },
  ...{ createdAt: true, completedAt: true, quality: true },
  ...{ sellSymbol: true, buySymbol: true, sellDecimals: true, buyDecimals: true },
});
export type OrderFigures = z.infer<typeof orderFigures>;
