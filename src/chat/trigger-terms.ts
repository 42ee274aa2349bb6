import { isUnitOf } from "./is-unit-of.ts";
import type { PriceClause } from "./price-clause.ts";
import type { TriggerWords } from "./trigger-words.ts";

export type TriggerTerms = {
  type: "limit" | "stop" | "take-profit";
  price: string;
  priceOf: "sellToken" | "buyToken";
};
/** The trade behind it; `side` says which token its amount is of. */
type Traded = { side: "sell" | "buy"; sellToken: string; buyToken: string };

/**
 * What a trigger's condition comes to. What is sold dear or bought cheap is a limit, unless the words call it a take-profit; what is sold cheap or
 * bought dear is a stop. Undefined where the words say another kind than their direction, or a price of something else.
 */
export function triggerTerms(
  { kind, direction, price, of, unit }: PriceClause,
  said: TriggerWords["type"],
  { side, sellToken, buyToken }: Traded,
): TriggerTerms | undefined {
  if (kind !== "when" || direction === "own") return undefined;
  const [sold, bought] = [sellToken.toLowerCase(), buyToken.toLowerCase()];
  const token = of ?? (side === "sell" ? sold : bought);
  if (token !== sold && token !== bought) return undefined;
  const other = token === sold ? bought : sold;
  if (!isUnitOf(unit, other)) return undefined;
  const isGood = (token === sold) === (direction === "above");
  const type = isGood ? (said ?? "limit") : "stop";
  if ((type === "stop") === isGood || (said !== undefined && said !== type)) return undefined;
  return { type, price, priceOf: token === sold ? "sellToken" : "buyToken" };
}
