import { chainOf } from "../../chain-of.ts";
import { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { createTriggerOrder } from "../../triggers/tools/create-trigger-order.ts";
import { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { lex } from "../reader/lex.ts";
import type { ReadCall } from "../reader/read-call.ts";
import { CLAUSES, readTrade } from "../reader/read-trade.ts";
import { readingOf } from "../reader/reading-of.ts";
import { scan } from "../reader/scan.ts";
import type { Trade } from "../reader/trade.ts";

/**
 * A trade as far as it is known, slot by slot. `amount` is of `token`, "%" behind a share of what
 * is held; `rest`: options as they were said, by what they say.
 */
export type Draft = Partial<{
  isQuote: boolean;
  side: "sell" | "buy";
  amount: string;
  token: string;
  counter: string;
  kind: "stop" | "limit" | "take-profit";
  price: string;
  when: "at" | "below" | "above";
  isCut: boolean;
  slices: number;
  size: string;
  every: number;
  over: number;
  /** A length alone: how far apart, or how long in all. */
  time: number;
  limit: string;
  isAutomatic: boolean;
  /** Of a command that was only begun, what nothing was read from. */
  tail: string;
  venue: string;
  chain: string;
  rest: Readonly<Record<string, string>>;
}>;

const OPTIONS: ReadonlySet<string> = new Set(
  "maxGasPrice randomBoth randomSize randomTime catchUp startAt startIn until".split(" "),
);
const TRADES: ReadonlySet<string> = new Set(
  [buildVaultSwap, createTwapOrder, createTriggerOrder, getSwapQuote].map(({ name }) => name),
);
export const isTradeCall = ({ tool }: { tool: string }): boolean => TRADES.has(tool);
export const isDollar = (token: string | undefined): boolean =>
  token !== undefined && isUnitOf("usd", token);

/** What a call trades; undefined for another one, and for a trigger that leads to slices. */
export function draftOfCall(
  { tool, args, share, chainId }: ReadCall,
  words: string,
  coins: ReadonlySet<string>,
) {
  if (!TRADES.has(tool) || args.into !== undefined) return undefined;
  const text = (name: string) =>
    typeof args[name] === "string" ? (args[name] as string) : undefined;
  const isSwap = tool === buildVaultSwap.name || tool === getSwapQuote.name;
  const side = (isSwap ? (args.amountOut === undefined ? "sell" : "buy") : args.side) as
    | "sell"
    | "buy";
  const pair = [text(isSwap ? "tokenIn" : "sellToken"), text(isSwap ? "tokenOut" : "buyToken")];
  const [token, counter] = side === "sell" ? pair : pair.toReversed();
  const amount =
    share === undefined
      ? (text("amountIn") ?? text("amountOut") ?? text("totalAmount"))
      : `${share.percent}%`;
  const draft: Draft = { side, ...kept({ token, counter, amount, venue: text("dex") }) };
  // "10 usdc daily": the slice was said, and the sum follows.
  const { rated } = tool === createTwapOrder.name ? readTrade(lex(words, coins)).trade : {};
  if (tool === getSwapQuote.name) draft.isQuote = true;
  if (tool === createTwapOrder.name) draft.isCut = true;
  const chain = text("chain") ?? (chainId === undefined ? undefined : chainOf(chainId).name);
  return {
    ...draft,
    ...kept({
      chain,
      kind: text("type") as Draft["kind"],
      price: text("price"),
      limit: text("limitPrice"),
    }),
    ...(text("price") !== undefined && { when: "at" as const }),
    ...(rated === undefined
      ? kept({ size: text("sliceAmount"), slices: args.sliceCount as number | undefined })
      : { size: rated.replace("$", "") }),
    ...kept({
      every: args.intervalMinutes as number | undefined,
      over: args.durationMinutes as number | undefined,
    }),
    ...(args.autoExecute === true && { isAutomatic: true }),
    rest: optionsIn(words, coins),
  } as Draft;
}

/** What begun words say of a trade: "stop loss", "buy some link", "1 eth at 2800". */
export function draftOfWords(words: string, coins: ReadonlySet<string>): Draft | undefined {
  const items = lex(words, coins);
  const { trade, left, said } = readTrade(items);
  const over = left.map((item) => readingOf(item, "word") ?? readingOf(item, "mark") ?? "");
  const { bare: [amount, price] = [], ...part } = draftOfTrade(trade);
  if (Object.keys(part).length === 0 || over.some((word) => NO_TRADE.test(word))) return undefined;
  // "Stop loss on my eth".
  if (
    part.token === undefined &&
    part.counter !== undefined &&
    (part.kind ?? part.price) !== undefined
  ) {
    part.token = part.counter;
    delete part.counter;
  }
  const isPriced = price !== undefined && part.kind !== undefined && part.price === undefined;
  const [first, last] = [left[0], left.at(-1)];
  const next =
    last === undefined
      ? undefined
      : said.map(({ from }) => items[from]?.start ?? 0).find((start) => start > last.start);
  const tail = first === undefined ? undefined : words.slice(first.start, next).trim();
  return {
    ...kept({ amount, tail: tail !== undefined && PLAIN.test(tail) ? undefined : tail }),
    ...(isPriced && { price, when: "at" as const }),
    ...part,
    rest: optionsIn(words, coins),
  };
}

/** Left over, they say nothing of a trade. */
const PLAIN =
  /^(?:(?:order on|order|orders|want|wanna|need|like|would|um|uh|er|well|so|some|the|dip|you|we|for|of|at|mkt|market|now|every|get|rid|it|that|please|make|piece|pieces|a|an|order:|,) ?)+$/;

/** What is asked, or done with something else than a trade. */
export const NO_TRADE =
  /^(?:pause|resume|cancel|skip|stake|staked|unstake|bridge|send|transfer|claim|collect|freeze|delete|remove|undo|close|open|how|what|what's|how's|why|who|where|whats|hows|wheres|does|did|before|after|unless|keep|leave|more|less|than|never|don't|not|balance|price|gas|slippage|positions?|limits?|or|show|fees?|should|set|\?)$/;

/** The slots that a reading of clauses fills. */
export function draftOfTrade(said: Trade): Draft & { bare?: readonly string[] } {
  const { bare = [], amount, rated, counterAmount, token, counter, of, by, side, isAll } = said;
  const price = said.at ?? said.hits ?? said.below ?? said.above ?? said.breaks;
  const when: Draft["when"] & string =
    said.below !== undefined ? "below" : said.above !== undefined ? "above" : "at";
  const draft: Draft = {
    ...sidesOf({
      side,
      amount: amount ?? (isAll ? "100%" : undefined),
      token,
      counter,
      counterAmount,
      of,
      by,
      isWorth: said.isWorth,
    }),
    ...kept({
      kind: said.kind === "trigger" ? undefined : said.kind,
      price: price?.replace("$", ""),
    }),
    ...(price !== undefined && { when }),
    ...kept({
      slices: said.slices,
      size: (said.size ?? rated)?.replace("$", ""),
      every: said.every,
    }),
    ...kept({ over: said.over ?? said.lasting, time: said.time }),
    ...kept({ limit: (said.limit ?? said.notAbove ?? said.notBelow)?.replace("$", "") }),
    ...kept({
      isAutomatic: said.isAutomatic,
      isCut: said.isCut,
      venue: said.venue,
      isQuote: said.isQuote ?? said.isAsked,
    }),
    ...(said.chain !== undefined && { chain: chainOf(said.chain).name }),
  };
  if (side === "wrap" || side === "unwrap") Object.assign(draft, { side: "sell", ...WRAPS[side] });
  return { ...draft, ...(bare.length > 0 && { bare }) };
}

const WRAPS = {
  wrap: { token: "eth", counter: "weth" },
  unwrap: { token: "weth", counter: "eth" },
} as const;

type Sided = Pick<
  Trade,
  "side" | "amount" | "token" | "counter" | "counterAmount" | "of" | "by" | "isWorth"
>;

/** Whose amount it is: of two tokens the one whose amount is known is the draft's own. */
function sidesOf({
  side,
  amount,
  token,
  counter,
  counterAmount,
  of,
  by,
  isWorth,
}: { [K in keyof Sided]?: Sided[K] | undefined }): Draft {
  const verb = side === "buy" ? "buy" : side === "sell" ? "sell" : undefined;
  if (of !== undefined)
    return {
      side: "sell",
      ...kept({ amount: figure(amount), token: token ?? "usdc", counter: of }),
    };
  if (
    isWorth ||
    (amount?.startsWith("$") && (verb !== "sell" || isDollar(token) || token === undefined))
  )
    return {
      ...(isWorth || verb === "buy" ? { side: "sell" } : kept({ side: verb })),
      ...kept({
        amount: figure(amount),
        token: isDollar(token) ? token : "usdc",
        counter: counter ?? (isDollar(token) ? undefined : token),
      }),
    };
  if (counterAmount !== undefined)
    return {
      side: verb === "sell" ? "buy" : "sell",
      ...kept({ amount: figure(counterAmount), token: counter ?? "usdc", counter: token }),
    };
  const isPaid = by === "with" && verb === undefined;
  return kept({ side: isPaid ? "buy" : verb, amount, token, counter }) as Draft;
}

const figure = (amount: string | undefined): string | undefined => amount?.replace("$", "");

/** The plain command of a draft, as far as it is one. */
export function wordsOfDraft(draft: Draft): string {
  const {
    side = "sell",
    amount,
    token,
    counter,
    kind,
    price,
    when,
    slices,
    size,
    every,
    over,
    limit,
    venue,
    chain,
  } = draft;
  const isBuy = side === "buy";
  const of = amount?.endsWith("%") ? " of" : "";
  const verb = draft.isQuote && !isBuy ? "quote" : `${draft.isQuote ? "quote " : ""}${side}`;
  const dollar = token !== undefined && isDollar(token) ? counter : token;
  const bound =
    price === undefined
      ? []
      : when === "at" || when === undefined
        ? [`at ${price}`]
        : [`when ${dollar} is ${when} ${price}`];
  const parts =
    slices !== undefined && size !== undefined
      ? [`in ${slices} slices of ${size}`]
      : [
          ...(slices === undefined ? [] : [`in ${slices} slices`]),
          ...(size === undefined ? [] : [`in slices of ${size}`]),
        ];
  // Of no number and no pace yet: it is no one trade.
  if (draft.isCut && (slices ?? size ?? every ?? over) === undefined)
    return [
      "dca",
      amount,
      amount?.endsWith("%") ? "of" : undefined,
      token,
      counter && "into",
      counter,
    ]
      .filter((word) => word !== undefined)
      .join(" ");
  const words = [
    ...(kind === undefined ? [] : [kind.replace("-", " ")]),
    verb,
    ...(amount === undefined ? [] : [`${amount}${of}`]),
    ...(token === undefined ? [] : [token]),
    ...(counter === undefined ? [] : [isBuy ? "with" : draft.isQuote ? "to" : "for", counter]),
    ...parts,
    ...(every === undefined ? [] : [`every ${every} minutes`]),
    ...(over === undefined ? [] : [`over ${over} minutes`]),
    ...bound,
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(chain === undefined ? [] : [`on ${chain.toLowerCase()}`]),
    ...(venue === undefined ? [] : [`via ${venue}`]),
    ...Object.values(draft.rest ?? {}),
    ...(draft.isAutomatic ? ["automatically"] : []),
    ...(draft.tail === undefined ? [] : [draft.tail]),
  ];
  return words.join(" ").toLowerCase();
}

/** Options of an order as they are said, by what they say. */
export function optionsIn(words: string, coins: ReadonlySet<string>): Record<string, string> {
  const items = lex(words, coins);
  return Object.fromEntries(
    scan(items, CLAUSES).said.flatMap(({ found, from, to }) => {
      const name = Object.keys(found).find((each) => OPTIONS.has(each));
      return name === undefined
        ? []
        : [[name, words.slice(items[from]?.start, items[to - 1]?.end)] as const];
    }),
  );
}

/** Without what is undefined. */
export const kept = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
