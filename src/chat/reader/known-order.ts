import * as z from "zod";
import { coinOf, plain, type SaidFigure } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";

/** What a description may say of an open order (twapOrder, triggerOrder). */
export const knownOrder = z.object({
  id: z.number(),
  status: z.string(),
  type: z.string().optional(),
  sellSymbol: z.string(),
  buySymbol: z.string(),
  totalAmount: z.string(),
  price: z.string().optional(),
  limitPrice: z.string().optional(),
  sliceAmount: z.string().optional(),
  sliceCount: z.number().optional(),
  intervalMinutes: z.number().optional(),
});
export type KnownOrder = z.infer<typeof knownOrder>;

/** Kinds of orders by their words. */
const TYPES: readonly (readonly [string, string])[] = [
  [" stop ", "stop"],
  [" take profit ", "take-profit"],
  [" limit ", "limit"],
];

/**
 * Whether all that is said of an order is true of this one: figures, tokens, by their places, and
 * its kind.
 */
export function isOfOrder(
  order: KnownOrder,
  { items, line }: SaidMessage,
  figures: readonly SaidFigure[],
  coins: readonly number[],
): boolean {
  const { totalAmount, sliceAmount, sliceCount, price, limitPrice, intervalMinutes } = order;
  const own = [totalAmount, sliceAmount, sliceCount, price, limitPrice].map((value) =>
    plain(String(value)),
  );
  const isOwn = ({ unit, value }: SaidFigure) =>
    unit === "every" || unit === "minutes"
      ? value === String(intervalMinutes)
      : own.includes(value);
  const symbols = [order.sellSymbol, order.buySymbol].map((symbol) => symbol.toLowerCase());
  const said = TYPES.find(([word]) => order.type !== undefined && line.includes(word));
  return (
    figures.every(isOwn) &&
    coins.every((at) => symbols.includes(coinOf(items[at]) ?? "")) &&
    (said === undefined || said[1] === order.type)
  );
}
