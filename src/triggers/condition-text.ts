import type { TriggerOrder } from "../../schemas/trigger-order.ts";

type Condition = Pick<TriggerOrder, "type" | "price" | "priceOf" | "sellSymbol" | "buySymbol">;

/** What a trigger order waits for, as a trader says it. @example "stop: ETH at or below 3000 USDC" */
export function conditionText(trigger: Condition): string {
  const { type, price, priceOf, sellSymbol, buySymbol } = trigger;
  const [of, other] = priceOf === "sellToken" ? [sellSymbol, buySymbol] : [buySymbol, sellSymbol];
  return `${type}: ${of} at or ${isAtOrAbove(trigger) ? "above" : "below"} ${price} ${other}`;
}

/**
 * False: at or below. A `stop` waits for a price that is worse for the trade, the other types for a better one. What is sold is better dear,
 * what is bought cheap.
 * @example a stop that sells ETH, priced in ETH: false
 */
export const isAtOrAbove = ({ type, priceOf }: Pick<TriggerOrder, "type" | "priceOf">): boolean =>
  (type === "stop") === (priceOf === "buyToken");
