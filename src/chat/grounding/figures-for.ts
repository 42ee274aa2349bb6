import type { ChainId } from "../../../schemas/chains.ts";
import { tokenTable } from "../../chain/addresses.ts";
import { readNumber } from "../read-number.ts";
import { namesToken } from "./names-token.ts";
import type { OwnItem } from "./own-items.ts";
import type { OwnReading } from "./own-reading.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** What a figure has to be to carry an argument. */
export type FigureUse =
  /** An amount of this token, by itself or with its name beside it; never with another token's. */
  | { is: "amount"; token: string; others: readonly string[]; chainId: ChainId }
  /** A price: bare, in dollars, or with a token's name. */
  | { is: "price" }
  /** A number of slices: no money. */
  | { is: "count" }
  /** A number of an order: with nothing that it counts. */
  | { is: "id" }
  | { is: "percent" };

const DOLLARS = ["USDC", "USDT", "DAI", "USDBC", "USDC.E"];
/** Between an amount and its token. */
const BETWEEN = new Set("of my the our a an de del do da du di von vom la le les el il van der den das".split(" "));
/** What a count of slices is of, beside the words of an order. */
const COUNTED = new Set(
  "clip clips x times teile teilen partes parties tranches fette rate частей части частями equal".split(" "),
);
/** Behind a number they make a quantity of it: "cancel 3 of my orders" is not order 3. */
const QUANTITY = new Set(
  "of from de di des von delle из orders order strategies slices órdenes ordenes ordres ordini ordens ордера ордеров slice slices".split(
    " ",
  ),
);

/** The places of the figures that could be this argument. */
export function figuresFor(value: unknown, use: FigureUse, { items, times }: OwnReading): number[] {
  const wanted =
    readNumber(String(value))?.value ?? (/^[1-9][0-9]*$|^0$/.test(String(value)) ? String(value) : undefined);
  if (wanted === undefined) return [];
  const timed = new Set(times.map(({ figureAt }) => figureAt));
  return items.flatMap((item, at) =>
    item.kind === "figure" && item.value === wanted && !timed.has(at) && isUse(items, at, use) ? [at] : [],
  );
}

const isWordOf = (words: ReadonlySet<string>, item: OwnItem | undefined): boolean =>
  item?.kind === "word" && words.has(item.text);

function isUse(items: readonly OwnItem[], at: number, use: FigureUse): boolean {
  const [before, after] = [items[at - 1], items[at + 1]];
  const isPercent = after?.text === "%" || after?.text === "percent" || after?.text === "prozent";
  if (isPercent !== (use.is === "percent")) return false;
  if (use.is === "percent") return true;
  const isDollars = before?.text === "$" || after?.text === "$";
  // "1/2", "1-2", "10x".
  if ([before?.text, after?.text].some((text) => text !== undefined && "/-–~≈±".includes(text))) return false;
  if (use.is === "count" || use.is === "id")
    return !isDollars && !(use.is === "id" && (isWordOf(QUANTITY, after) || isWordOf(VOCABULARY.slice, before)));
  if (use.is === "price") return true;
  // "5 slices".
  if (after?.kind === "word" && (VOCABULARY.slice.has(after.text) || COUNTED.has(after.text))) return false;
  if (isDollars) return DOLLARS.includes(use.token.toUpperCase());
  let next = at + 1;
  while (items[next]?.kind === "word" && BETWEEN.has(items[next]?.text ?? "")) next += 1;
  if (namesToken(items[next], use.token)) return true;
  const isOthers = (other: OwnItem | undefined) =>
    other?.kind === "address" ||
    [...use.others, ...tokenTable(use.chainId).map(({ symbol }) => symbol)].some((token) => namesToken(other, token));
  return !isOthers(items[next]);
}
