import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { isAtOrAbove } from "./is-at-or-above.ts";

type Condition = Pick<TriggerOrder, "type" | "price" | "priceOf" | "sellSymbol" | "buySymbol">;

/** What a trigger order waits for, as a trader says it. @example "stop: ETH at or below 3000 USDC" */
export function conditionText(trigger: Condition): string {
  const { type, price, priceOf, sellSymbol, buySymbol } = trigger;
  const [of, other] = priceOf === "sellToken" ? [sellSymbol, buySymbol] : [buySymbol, sellSymbol];
  return `${type}: ${of} at or ${isAtOrAbove(trigger) ? "above" : "below"} ${price} ${other}`;
}
