import { chainOf } from "../../chain-of.ts";
import { isUnitOf } from "../is-unit-of.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import type { PassReason } from "./pass-reason.ts";
import type { Trade } from "./trade.ts";

/** What is sold and bought, as far as it was said; `amount` is of the token of `side`. */
export type Sides = {
  side: "sell" | "buy";
  sold: string | undefined;
  bought: string | undefined;
  amount: string | undefined;
};

/** The token of dollars that were said with their sign alone. */
const DOLLARS = "USDC";
const isDollar = (token: string): boolean => isUnitOf("usd", token);

/**
 * Who sells what: the verb says the side of the amount behind it, and of two amounts none is
 * chosen.
 */
export function sidesOf(said: Trade, context: FastPathContext): Sides | PassReason {
  const trade = inTokens(said);
  if (typeof trade === "string") return trade;
  const { side, token, counter, counterAmount, of, by, out, outAmount } = trade;
  if (outAmount !== undefined) {
    const bought = out ?? (side === "buy" ? token : counter);
    const sold = [token, counter].find((one) => one !== undefined && one !== bought);
    const isTwice = (trade.amount ?? counterAmount) !== undefined;
    return isTwice || bought === undefined
      ? "unclear"
      : { side: "buy", sold, bought, amount: outAmount };
  }
  const amount = trade.amount ?? trade.rated;
  if (side === "wrap" || side === "unwrap") return wrapped(trade, context);
  if (amount !== undefined && counterAmount !== undefined) return "unclear";
  if (of !== undefined) {
    // "Sell 500 usdc worth of eth": so much of it that it brings this.
    const isSigned = (said.amount ?? said.rated)?.startsWith("$");
    if (
      side === "sell" &&
      !isSigned &&
      (counter === undefined || counter === token) &&
      token !== undefined &&
      isDollar(token)
    )
      return { side: "buy", sold: of, bought: token, amount };
    if (side === "sell" || (counter !== undefined && counter !== token && counter !== of))
      return "unclear";
    return { side: "sell", sold: token, bought: of, amount };
  }
  if (trade.isWorth) {
    // "If ETH hits 2400 buy 1000 USDC worth."
    const bought = counter ?? trade.priceOf;
    return side !== "sell" && bought !== undefined && bought !== token
      ? { side: "sell", sold: token, bought, amount }
      : "unclear";
  }
  // "Buy slowly: 15 usdc into grg".
  if (
    side === "buy" &&
    by === "to" &&
    token !== undefined &&
    counter !== undefined &&
    isDollar(token) &&
    !isDollar(counter)
  )
    return { side: "sell", sold: token, bought: counter, amount };
  if (side === "buy" && !(trade.isLate && by !== "with" && counter !== undefined)) {
    if (counterAmount !== undefined)
      return { side: "sell", sold: counter, bought: token, amount: counterAmount };
    if (by === "to" && token === undefined) return "incomplete";
    // "Buy 100 usdc eth": of which it is so much nobody said.
    const isPaced = (trade.every ?? trade.slices) !== undefined;
    const isEither =
      isPaced &&
      by === "none" &&
      token !== undefined &&
      isDollar(token) &&
      counter !== undefined &&
      !isDollar(counter);
    if (isEither) return "unclear";
    return { side: "buy", sold: counter, bought: token, amount };
  }
  // "How much usdc for 1 eth?", "how much would I pay in usdc for 50 link?"
  // "Eth please, for 200 usdc".
  if (
    counterAmount !== undefined &&
    side === undefined &&
    amount === undefined &&
    token !== undefined &&
    !trade.isNeeded
  )
    return { side: "sell", sold: counter, bought: token, amount: counterAmount };
  if (counterAmount !== undefined)
    return trade.isNeeded
      ? { side: "buy", sold: token, bought: counter, amount: counterAmount }
      : trade.isAsked && side === undefined
        ? { side: "sell", sold: counter, bought: token, amount: counterAmount }
        : "unclear";
  if (trade.isNeeded && side !== "sell")
    return { side: "buy", sold: counter, bought: token, amount };
  if (trade.isAsked && side === undefined)
    return { side: "sell", sold: token, bought: counter, amount };
  // "Want 0.5 eth, paying usdc".
  if (side === undefined && by === "with" && token !== undefined && amount !== undefined)
    return { side: "buy", sold: counter, bought: token, amount };
  if (
    side === undefined &&
    !trade.isCut &&
    (trade.kind ?? trade.breaks) === undefined &&
    (counter === undefined || by !== "to")
  )
    return "words";
  if (side !== undefined && by === "with") return "unclear";
  return { side: "sell", sold: token, bought: counter, amount };
}

/**
 * Dollars as an amount of a token of dollars, and none where they are a price of something else.
 */
function inTokens(trade: Trade): Trade | PassReason {
  const { amount, rated, counterAmount, token, of, side } = trade;
  const main = amount ?? rated;
  const next = { ...trade };
  if (counterAmount?.startsWith("$")) {
    if (trade.counter !== undefined && !isDollar(trade.counter)) return "unclear";
    Object.assign(next, {
      counter: trade.counter ?? DOLLARS,
      counterAmount: counterAmount.slice(1),
    });
  }
  if (!main?.startsWith("$")) return next;
  const figure = main.slice(1);
  const name = amount === undefined ? "rated" : "amount";
  if (token === undefined || isDollar(token))
    return { ...next, [name]: figure, token: token ?? DOLLARS };
  // "Buy $500 ETH": dollars of it.
  if (side === "buy" && of === undefined)
    return { ...next, [name]: figure, token: DOLLARS, of: token };
  return "unclear";
}

/** A chain's coin and its wrapped form, each for the other. */
function wrapped(
  { side, amount, token, counter, chain }: Trade,
  { chainId }: FastPathContext,
): Sides | PassReason {
  const coin = chainOf(chain ?? chainId).nativeCoin.toLowerCase();
  const [from, to] = side === "wrap" ? [coin, `w${coin}`] : [`w${coin}`, coin];
  if (token === undefined && (amount === undefined || amount.endsWith("%"))) return "incomplete";
  if ((token ?? from) !== from || (counter !== undefined && counter !== to)) return "unknown_token";
  return { side: "sell", sold: from, bought: to, amount };
}
