import { isUnitOf } from "../is-unit-of.ts";
import { BOUND_WORDS } from "./bound-words.ts";
import { chainOfWord } from "./chain-of-word.ts";
import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";
import { type Said, scan } from "./scan.ts";
import type { Trade } from "./trade.ts";
import { type Clause, TRADE_WORDS } from "./trade-words.ts";

/**
 * `said`: where its clauses stand, in which words like "if" and "not below" turn nothing round.
 * `isTwice`: something was said twice, and not the same.
 */
export type TradeReading = {
  trade: Trade;
  left: readonly Item[];
  said: readonly Said[];
  isTwice: boolean;
};

const OPEN: readonly Clause[] = [...BOUND_WORDS, ...TRADE_WORDS];
/** A word that no chain lists names no token there. */
export const CLAUSES: readonly Clause[] = OPEN.map((clause) =>
  clause[0].includes("{token:")
    ? ([clause[0].replaceAll("{token:", "{coin:"), clause[1]] as Clause)
    : clause,
);

/**
 * The clauses of a trade, put together; with `isOpen` any word in a token's place is one. What a
 * later clause says of the same is kept apart where it can only be of something else.
 */
export function readTrade(items: readonly Item[], { isOpen = false } = {}): TradeReading {
  const { said, left } = scan(items, isOpen ? OPEN : CLAUSES);
  let trade: Trade = {};
  let isTwice = false;
  for (const [at, { found }] of said.entries()) {
    const sides = [found.side, said[at - 1]?.found.side];
    if (sides.includes("buy") && sides.includes("sell")) isTwice = true;
    const { instead, ...part } = placed(found as Trade, trade);
    for (const name of instead ?? []) delete trade[name];
    if (part.isRate) isTwice = true;
    if (part.counter !== undefined && part.counter === trade.counter && trade.by !== undefined)
      part.by = trade.by;
    const clashes = (Object.keys(part) as (keyof Trade)[]).filter(
      (name) => trade[name] !== undefined && !(SAME.has(name) && trade[name] === part[name]),
    );
    if (clashes.some((name) => name !== "bare" && (name !== "kind" || trade.kind !== "trigger")))
      isTwice = true;
    trade = { ...trade, ...part };
  }
  // "Buy eth and sell 1 eth": two of them.
  const isJoined = left.some((item) => readingOf(item, "word") === "and");
  if (isJoined && said.filter(({ found }) => found.side !== undefined).length > 1) isTwice = true;
  return { trade, left, said, isTwice };
}

/** May be said again, if it is the same; a figure may not. */
const SAME: ReadonlySet<string> = new Set(
  (
    "side token of by kind isCut isAutomatic isNotified priceOf unit sizeOf wholeOf counter " +
    "isEarly isLate isWorth isBound isAll isNeed isQuote venue chain"
  ).split(" "),
);

/** "To" and "for" in digits. */
const SIGNS: ReadonlySet<string> = new Set(["2", "4"]);

/** `instead`: what turned out to be the other token. */
type Placed = Trade & { instead?: readonly (keyof Trade)[] };

/** A clause's own part of the trade, given what stands before it. */
function placed(part: Trade & { bare?: unknown }, before: Trade): Placed {
  const { token, amount, rated, side, bare, onCoin, ...rest } = part;
  // "Take 95 usdc and get ether": the first verb says whose amount it is.
  const isLate = side === "buy" && before.side === undefined && before.amount !== undefined;
  const verb =
    side === undefined || before.side !== undefined ? {} : { side, ...(isLate && { isLate }) };
  if (bare !== undefined) return { ...rest, bare: [...(before.bare ?? []), String(bare)] };
  if (
    rest.isOfIt &&
    token !== undefined &&
    before.token !== undefined &&
    before.amount === undefined
  )
    return {
      ...verb,
      instead: ["token", "isEarly"],
      amount: amount ?? "",
      token,
      of: before.token,
    };
  if (onCoin !== undefined) {
    const chain = chainOfWord(onCoin);
    return before.counter === undefined || chain === undefined
      ? { counter: onCoin, by: "to" }
      : { chain };
  }
  // "From 0.06 btc to eth".
  if (
    rest.by === "with" &&
    rest.counterAmount !== undefined &&
    before.side !== "buy" &&
    before.token === undefined
  )
    return {
      amount: rest.counterAmount,
      ...(rest.counter !== undefined && { token: rest.counter }),
    };
  // "What do i get for 1 eth in usdc?"
  if (
    rest.counter !== undefined &&
    before.counterAmount !== undefined &&
    before.token === undefined &&
    before.side === undefined
  )
    return {
      instead: ["counter", "counterAmount", "by"],
      token: before.counter ?? "",
      amount: before.counterAmount,
      counter: rest.counter,
      by: "to",
    };
  // How often, before how much apart: a rate.
  if (rest.repeats !== undefined && before.every === undefined) return { ...rest, isRate: true };
  const isOther = token !== undefined && before.token !== undefined && token !== before.token;
  // "60 usdt 2 usdc", "400 grg 4 usdc".
  if (
    isOther &&
    (before.amount ?? before.rated) !== undefined &&
    before.counter === undefined &&
    SIGNS.has(amount ?? "")
  )
    return { ...rest, counter: token, by: "to" };
  const isSame =
    amount !== undefined &&
    (token === undefined || token === before.token) &&
    !amount.endsWith("%");
  if (isSame && before.rated !== undefined && before.amount === undefined)
    return { ...rest, whole: amount, ...(token !== undefined && { wholeOf: token }) };
  if (isSame && before.amount !== undefined && before.other === undefined && token !== undefined)
    return { ...rest, ...verb, other: amount };
  // "Take profit 1 eth 3400 usdc", "3400 usdc take profit 2 eth": dollars beside an amount of
  // something else are its price.
  if (
    isOther &&
    amount !== undefined &&
    before.amount !== undefined &&
    before.counter === undefined
  ) {
    if (isUnitOf("usd", token) && before.at === undefined)
      return { ...rest, at: amount, unit: token, isSecond: true };
    if (before.token !== undefined && isUnitOf("usd", before.token) && before.kind !== undefined)
      return {
        ...rest,
        instead: ["amount", "token"],
        at: before.amount,
        unit: before.token,
        amount,
        token,
      };
  }
  if (rated !== undefined) {
    const isSlice = before.amount !== undefined;
    return isSlice
      ? { ...rest, size: rated, ...(token !== undefined && { sizeOf: token }) }
      : { ...rest, rated, ...(token !== undefined && { token }) };
  }
  if (isOther && before.counter !== undefined && token === "uni" && amount === undefined)
    return { venue: "uniswap" };
  // "Sell eth 2 usdc": a figure that may be either's is nobody's.
  const isFirsts = before.side === "sell" && before.isEarly !== true && rest.isWorth === undefined;
  if (
    isOther &&
    isFirsts &&
    amount !== undefined &&
    (before.amount ?? before.rated) === undefined &&
    before.counter === undefined
  )
    return SIGNS.has(amount)
      ? { ...rest, amount, counter: token, by: "none" }
      : { ...rest, isRate: true };
  // "Buy wbtc 400 usdc", "how much eth would 500 usdc give".
  if (
    isOther &&
    amount !== undefined &&
    (before.amount ?? before.rated) === undefined &&
    before.counter === undefined
  )
    return before.side === "buy" && before.isEarly !== true
      ? { ...rest, instead: ["token"], token, amount, of: before.token ?? "" }
      : {
          ...rest,
          ...verb,
          instead: ["token"],
          token,
          amount,
          counter: before.token ?? "",
          by: before.side === "buy" ? "with" : "to",
        };
  if (isOther && before.counter === undefined && amount === undefined)
    return { ...rest, ...verb, counter: token, by: "none" };
  // "Aave: buy 3 with usdc", "dai, all of it".
  const isEarly = token !== undefined && before.side === undefined;
  return {
    ...rest,
    ...verb,
    ...(isEarly && { isEarly }),
    ...(token !== undefined && { token }),
    ...(amount !== undefined && { amount }),
  };
}
