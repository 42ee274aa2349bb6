import type { TriggerOrder } from "../../schemas/trigger-order.ts";

/**
 * Whether a trigger order waits for a price at or above its own; false: at or below. A `stop` waits for one that is worse for the trade,
 * the other types for a better one. What is sold is better dear, what is bought cheap, whichever of the two amounts is fixed.
 * @example a stop that sells ETH, priced in ETH: false
 */
export const isAtOrAbove = ({ type, priceOf }: Pick<TriggerOrder, "type" | "priceOf">): boolean =>
  (type === "stop") === (priceOf === "buyToken");
