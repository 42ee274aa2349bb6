import { type Args, isToken } from "./figures-where.ts";
import { coinOf } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";

const BUY: ReadonlySet<string> = new Set("buy buying purchase acquire get grab bid".split(" "));
const SELL: ReadonlySet<string> = new Set(
  "sell selling dump liquidate spend unload offload".split(" "),
);
const TRADE: ReadonlySet<string> = new Set(
  "swap trade exchange convert turn twap dca split".split(" "),
);
/** Behind the token that is given for what is bought, and before it. */
const WORTH: ReadonlySet<string> = new Set(["worth", "of"]);
const GIVEN: ReadonlySet<string> = new Set(["with", "using", "paying", "for", "from"]);
const TO: ReadonlySet<string> = new Set(["to", "into"]);
const BACK: ReadonlySet<string> = new Set([...TO, "for"]);

/**
 * Whether each verb of the words, where there is one, sells and buys these tokens that way round:
 * its object is the first token behind it, or before it where the verb stands last. Without a verb
 * the first token is given, unless "to" leads to it.
 */
export function isSaidSide({ items, words }: SaidMessage, args: Args): boolean {
  const [given, bought] = [args.tokenIn ?? args.sellToken, args.tokenOut ?? args.buyToken];
  if (given === undefined || bought === undefined) return true;
  const [from, to] = [given, bought].map((token) => String(token).toLowerCase());
  const deed = to === `w${from}` ? "wrap" : from === `w${to}` ? "unwrap" : undefined;
  if (deed !== undefined && words.some((word) => word === "wrap" || word === "unwrap"))
    return words.includes(deed);
  const isGiven = (at: number) => isToken(coinOf(items[at]), given);
  const named = items.flatMap((item, at) =>
    isGiven(at) || isToken(coinOf(item), bought) ? [at] : [],
  );
  const verbs = words.flatMap((word, at) =>
    (BUY.has(word) && ![1, 2].some((step) => RID.has(words[at + step] ?? ""))) ||
    SELL.has(word) ||
    (WISH.has(word) && words[at + 1] === "")
      ? [{ at, isBuy: !SELL.has(word) }]
      : [],
  );
  // "Sell 1 eth for usdc for eth".
  const isBack = named.some(
    (at, nth) => nth > 0 && isGiven(at) && isGiven(named[0] ?? 0) && BACK.has(words[at - 1] ?? ""),
  );
  const isPaid = (at: number | undefined) =>
    at !== undefined && ["with", "using", "paying"].includes(words[at - 1] ?? "");
  const isSaid = ({ at, isBuy }: (typeof verbs)[number], nth: number): boolean => {
    if (verbs[nth + 1]?.at === at + 1) return false;
    const [next = 0, second] = named.filter(
      (one) => one > at && one < (verbs[nth + 1]?.at ?? words.length),
    );
    const before = named.filter((one) => one < at);
    // "1 eth sell, to usdc".
    const isAim = !isBuy && next > 0 && BACK.has(words[next - 1] ?? "");
    const object = isAim
      ? (before.at(-1) ?? second ?? next)
      : next > 0
        ? next
        : verbs.length > 1
          ? undefined
          : isBuy
            ? before.at(-1)
            : before[0];
    if (object === undefined) return true;
    // "Buy slowly: 15 usdc into grg".
    if (isBuy && isGiven(object) && second !== undefined && words[second - 1] === "into")
      return true;
    if (!isBuy) return isGiven(object) && !isPaid(second);
    // "Buy 500 usdc worth of eth", "buy for 500 usdc eth".
    const isPrice =
      WORTH.has(words[object + 1] ?? "") ||
      [1, 2].some((step) => GIVEN.has(words[object - step] ?? ""));
    return isGiven(object) === (next > 0 && named.length > 1 && isPrice);
  };
  if (verbs.length > 0) return verbs.every(isSaid) && !isBack;
  const trade = words.findIndex((word) => TRADE.has(word));
  const behind = named.filter((at) => at > trade);
  const [first, other] = behind.length > 1 ? behind : named;
  if (first === undefined) return true;
  return (
    isGiven(first) !== (TO.has(words[first - 1] ?? "") || (trade < 0 && isPaid(other))) && !isBack
  );
}

/** "Need 0.3 eth". */
const WISH: ReadonlySet<string> = new Set(["need", "want"]);
/** "Get rid of 1 eth" sells it. */
const RID: ReadonlySet<string> = new Set(["rid", "flat", "out"]);
