import { DEED_WORDS, type Deed } from "./deed-words.ts";
import { namesToken } from "./names-token.ts";
import type { OwnItem } from "./own-items.ts";
import type { OwnReading } from "./own-reading.ts";

const TO = new Set("to into -> → > nach a en à в на in zu".split(" "));
const WORTH = new Set(["worth", "of", "de", "d'", "di", "im"]);

/**
 * Whether a verb of the words, where there is one, sells and buys these tokens that way round: its object is the first token behind it.
 * A message without such a verb, or with one behind its object, says nothing of the side: the card does.
 */
export function isSaidSide({ items }: OwnReading, trade: { in: string; out: string }): boolean {
  const isVerb = (deed: Deed, text: string) =>
    DEED_WORDS.words[deed].has(text) || DEED_WORDS.pieces[deed].some((piece) => text.includes(piece));
  const verbs = items.flatMap((item, at) => {
    if (item.kind !== "word") return [];
    if (isVerb("buy", item.text)) return [{ at, isBuy: true, isStrong: true }];
    if (isVerb("sell", item.text)) return [{ at, isBuy: false, isStrong: true }];
    return isVerb("trade", item.text) ? [{ at, isBuy: false, isStrong: false }] : [];
  });
  const strong = verbs.filter(({ isStrong }) => isStrong);
  const [verb = { at: -1, isBuy: false }, ...others] = strong.length > 0 ? strong : verbs;
  if (others.some(({ isBuy }) => isBuy !== verb.isBuy)) return true;
  const isOne = (item: OwnItem) => namesToken(item, trade.in) || namesToken(item, trade.out);
  const first = items.findIndex(isOne);
  // "5000 USDC换成ETH": the word for it stands between the two.
  const isBetween = strong.length === 0 && first >= 0 && first < verb.at;
  const named = items.findIndex((item, at) => at > (isBetween ? -1 : verb.at) && isOne(item));
  if (named < 0) return true;
  const isIn = namesToken(items[named], trade.in);
  // Without a verb only "1 eth to usdc" says what is sold.
  if (verb.at < 0) return isIn || !items.some((item, at) => at > named && TO.has(item.text));
  if (!verb.isBuy) return isIn;
  // "Buy 500 usdc worth of eth".
  return !isIn || items.slice(named + 1, named + 3).some((item) => WORTH.has(item.text));
}
