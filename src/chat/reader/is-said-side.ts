import { type Args, isToken } from "./figures-where.ts";
import { coinOf } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";

const BUY: ReadonlySet<string> = new Set("buy purchase acquire get".split(" "));
const SELL: ReadonlySet<string> = new Set("sell dump liquidate spend unload".split(" "));
const TRADE: ReadonlySet<string> = new Set("swap trade exchange convert turn twap dca split".split(" "));
const WORTH: ReadonlySet<string> = new Set(["worth", "of"]);
/** Before the token that is given for what is bought. */
const GIVEN: ReadonlySet<string> = new Set(["with", "using", "for", "from"]);

/**
 * Whether a verb of the words, where there is one, sells and buys these tokens that way round: its object is the first token behind it, or before it where
 * the verb stands last. Without a verb only "1 eth to usdc" says what is sold.
 */
export function isSaidSide({ items, words, isForeign }: SaidMessage, args: Args): boolean {
  const [given, bought] = [args.tokenIn ?? args.sellToken, args.tokenOut ?? args.buyToken];
  if (given === undefined || bought === undefined) return true;
  const verbs = words.flatMap((word, at) =>
    BUY.has(word)
      ? [{ at, isBuy: true, isStrong: true }]
      : SELL.has(word) || TRADE.has(word)
        ? [{ at, isBuy: false, isStrong: SELL.has(word) }]
        : [],
  );
  const strong = verbs.filter(({ isStrong }) => isStrong);
  const [verb = { at: -1, isBuy: false }, ...others] = strong.length > 0 ? strong : verbs;
  if (others.some(({ isBuy }) => isBuy !== verb.isBuy)) return false;
  const isOne = (at: number) => isToken(coinOf(items[at]), given) || isToken(coinOf(items[at]), bought);
  const named = items.flatMap((_, at) => (isOne(at) ? [at] : []));
  const behind = named.filter((at) => at > verb.at);
  // "5000 USDC换成ETH" has the word for it between the two, "1 ETHをUSDCに売って" behind both.
  const isBetween = strong.length === 0 && behind.length < named.length;
  const [first, second] = isBetween || behind.length === 0 || (isForeign && behind.length < 2) ? named : behind;
  if (first === undefined) return false;
  const isIn = isToken(coinOf(items[first]), given);
  // "Sell 1 eth with usdc" goes together with nothing.
  const isPaid = (at: number | undefined) => at !== undefined && ["with", "using"].includes(words[at - 1] ?? "");
  // "Sell 1 eth for usdc for eth".
  const isBack = named.some(
    (at) => at > first && isToken(coinOf(items[at]), given) && ["for", "to", "into"].includes(words[at - 1] ?? ""),
  );
  if (!verb.isBuy) return isIn && !isBack && !(SELL.has(words[verb.at] ?? "") && isPaid(second));
  // "Buy 500 usdc worth of eth"; "with 500 usdc buy eth".
  if (isIn)
    return WORTH.has(words[first + 1] ?? "") || GIVEN.has(words[first - 2] ?? "") || GIVEN.has(words[first - 1] ?? "");
  return second === undefined || isToken(coinOf(items[second]), given) || isOne(second);
}
