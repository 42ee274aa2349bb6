import type { TriggerOrder } from "../../schemas/trigger-order.ts";

/**
 * False: at or below. A `stop` waits for a price that is worse for the trade, the other types for a better one. What is sold is better dear,
 * what is bought cheap.
 * @example a stop that sells ETH, priced in ETH: false
 */
export const isAtOrAbove = ({ type, priceOf }: Pick<TriggerOrder, "type" | "priceOf">): boolean =>
  (type === "stop") === (priceOf === "buyToken");
