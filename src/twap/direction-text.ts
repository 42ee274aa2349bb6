import type { TwapOrder } from "../../schemas/twap-order.ts";

type Directed = Pick<TwapOrder, "side" | "totalAmount" | "sellSymbol" | "buySymbol">;

/** What an order does, in words: the total stands at the token it is counted in. */
export const directionText = (order: Directed): string =>
  order.side === "sell"
    ? `sell ${order.totalAmount} ${order.sellSymbol} for ${order.buySymbol}`
    : `buy ${order.totalAmount} ${order.buySymbol} with ${order.sellSymbol}`;
