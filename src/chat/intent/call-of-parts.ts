import { chainOf } from "../../chain-of.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { callOfTrade } from "../reader/call-of-trade.ts";
import { chainOfWord } from "../reader/chain-of-word.ts";
import { DEFAULT_COUNTER } from "../reader/default-counter.ts";
import type { FastPathContext } from "../reader/fast-path-context.ts";
import type { Item } from "../reader/item.ts";
import { namedToken } from "../reader/named-token.ts";
import type { ReadCall } from "../reader/read-call.ts";
import { readingOf } from "../reader/reading-of.ts";
import type { Trade } from "../reader/trade.ts";
import type { Parts } from "./parts-of.ts";

const ALL = /^(?:all|everything|entire|whole)$/;

/**
 * The call of a tool that trades, from the parts that its items were told apart in; undefined where
 * they come to none. `type`: of an order that waits for a price.
 */
export function callOfParts(
  tool: string,
  parts: Parts,
  {
    items,
    type,
    context,
  }: { items: readonly Item[]; type: string | undefined; context: FastPathContext },
): ReadCall | undefined {
  const trade = tradeOf(parts, items, tool === getSwapQuote.name ? "1" : undefined);
  if (trade === undefined) return undefined;
  const call =
    tool === createTriggerOrder.name
      ? triggerOf(trade, parts, type, context)
      : cutOf(tool, trade, context);
  return call?.tool === tool ? call : undefined;
}

/**
 * What the parts say of a trade, as the clauses of one would say it (src/chat/reader/trade.ts).
 * `unsaid`: the amount where none is said.
 */
function tradeOf(
  { sold, bought, figures }: Parts,
  items: readonly Item[],
  unsaid: string | undefined,
): Trade | undefined {
  const words = items.flatMap((item) =>
    readingOf(item, "coin") === undefined ? (readingOf(item, "word") ?? []) : [],
  );
  const [given, wanted] = [amountOf(figures.get("in")), amountOf(figures.get("out"))];
  const isAll = given === undefined && wanted === undefined && words.some((word) => ALL.test(word));
  const amount = given ?? (isAll ? "100%" : wanted === undefined ? unsaid : undefined);
  const size = amountOf(figures.get("size"))?.replace("$", "");
  if (amount === undefined && wanted === undefined && size === undefined) return undefined;
  const isSale =
    wanted === undefined && (amount !== undefined || figures.has("in") || sold !== undefined);
  const [token, counter] = isSale ? [sold, bought] : [bought, sold];
  const chains = new Set(words.flatMap((word) => chainOfWord(word) ?? []));
  const venues = new Set(words.flatMap((word) => venueOf(word) ?? []));
  if (chains.size > 1 || venues.size > 1) return undefined;
  const [chain] = chains;
  const [venue] = venues;
  const count = countOf(figures.get("count"));
  const every =
    readingOf(figures.get("every"), "every") ?? readingOf(figures.get("every"), "minutes");
  const over = readingOf(figures.get("over"), "minutes") ?? readingOf(figures.get("over"), "every");
  const whole = isSale ? amount : wanted;
  const deed = words.find((word) => word === "wrap" || word === "unwrap");
  const isPair = sold !== undefined && bought !== undefined;
  if (!isPair && deed === undefined && words.some((word) => /^(?:un)?wrap/.test(word)))
    return undefined;
  return {
    side: deed !== undefined && isSale && !isPair ? (deed as "wrap") : isSale ? "sell" : "buy",
    ...(token !== undefined && { token }),
    ...(counter !== undefined && { counter, by: isSale ? ("to" as const) : ("with" as const) }),
    ...(whole !== undefined && { amount: whole }),
    ...(size !== undefined && { size }),
    ...(count !== undefined && { slices: count }),
    ...(every !== undefined && { every }),
    ...(over !== undefined && (whole === undefined ? { lasting: over } : { over })),
    ...(words.includes("automatically") && { isAutomatic: true }),
    ...(chain !== undefined && { chain }),
    ...(venue !== undefined && { venue }),
  };
}

function amountOf(item: Item | undefined): string | undefined {
  const dollars = readingOf(item, "dollars");
  const share = readingOf(item, "percent") ?? readingOf(item, "fraction");
  return (
    readingOf(item, "number") ?? (dollars === undefined ? share && `${share}%` : `$${dollars}`)
  );
}

const countOf = (item: Item | undefined): number | undefined => {
  const count = Number(readingOf(item, "number") ?? readingOf(item, "times"));
  return Number.isSafeInteger(count) && count > 1 ? count : undefined;
};

const venueOf = (word: string) => {
  const venue = parseVenue(word === "uni" ? "uniswap" : word);
  return venue.ok ? venue.value : undefined;
};

/** A swap, a quote or an order of slices. */
function cutOf(tool: string, trade: Trade, context: FastPathContext): ReadCall | undefined {
  const isCut = tool === createTwapOrder.name;
  const isPaced = [trade.size, trade.slices, trade.every, trade.over].some(
    (said) => said !== undefined,
  );
  if (isCut !== isPaced) return undefined;
  const call = callOfTrade({ ...trade, ...(isCut && { isCut }) }, context);
  return typeof call === "string" ? undefined : { ...call, ...(!isCut && { tool }) };
}

/** The price is of the token that is no dollar, and else of the one that the order is about. */
function triggerOf(
  { side, token, counter, amount, chain, venue, isAutomatic }: Trade,
  { figures }: Parts,
  type: string | undefined,
  context: FastPathContext,
): ReadCall | undefined {
  const price = amountOf(figures.get("price"))?.replace("$", "");
  const isCut = ["size", "count", "every", "over"].some((part) => figures.has(part as "size"));
  const own = namedToken(token ?? DEFAULT_COUNTER.toLowerCase(), context, chain ?? context.chainId);
  const other = namedToken(
    counter ?? DEFAULT_COUNTER.toLowerCase(),
    context,
    chain ?? context.chainId,
  );
  if (
    price === undefined ||
    type === undefined ||
    isCut ||
    own.toLowerCase() === other.toLowerCase()
  )
    return undefined;
  const [figure, isDollars] = [amount?.replace("$", ""), amount?.startsWith("$") === true];
  if (figure === undefined || (isDollars && !isUnitOf("usd", own))) return undefined;
  const [sellToken, buyToken] = side === "sell" ? [own, other] : [other, own];
  const isOwn = !isUnitOf("usd", own) || isUnitOf("usd", other);
  const args = {
    ...{ type, side, sellToken, buyToken, price },
    priceOf: isOwn === (side === "sell") ? "sellToken" : "buyToken",
    ...(venue !== undefined && { dex: venue }),
    ...(chain !== undefined && { chain: chainOf(chain).name }),
    ...(isAutomatic && { autoExecute: true }),
  };
  const call = { kind: "call" as const, tool: createTriggerOrder.name };
  if (!figure.endsWith("%")) return { ...call, args: { ...args, totalAmount: figure } };
  const share = {
    argument: "totalAmount" as const,
    token: sellToken,
    percent: figure.slice(0, -1),
  };
  return side === "sell" ? { ...call, args, share } : undefined;
}
