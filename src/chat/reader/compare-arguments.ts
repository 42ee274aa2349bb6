import type { ChainId } from "../../../schemas/chains.ts";
import type { Grounding } from "../../tools/grounding.ts";
import type { Tool } from "../../tools/tool.ts";
import { turnedAround } from "../languages/turned-around.ts";
import { matchFigures } from "../match-figures.ts";
import type { NotGrounded } from "../not-grounded.ts";
import { argumentClaim } from "./argument-claim.ts";
import { DEFAULT_COUNTER } from "./default-counter.ts";
import { derived, type Held, isCounted } from "./derived.ts";
import { type Args, type Claim, isToken } from "./figures-where.ts";
import { isSaidSide } from "./is-said-side.ts";
import { isOfOrder, type KnownOrder } from "./known-order.ts";
import { mended } from "./mended.ts";
import { isPlainWord, notAskedFor, unusedOf } from "./not-asked-for.ts";
import { readingOf } from "./reading-of.ts";
import { coinOf, type SaidFigure } from "./said-figures.ts";
import { type SaidMessage, saidMessage } from "./said-message.ts";
import { spelledOut } from "./word-classes.ts";

/** A write that may be a model's. */
export type Write = Exclude<Tool, { effect: "read" }>;
/** Why a call does not stand in the words; `word`: of theirs, or what they say in its place. */
export type NotSaid = { reason: NotGrounded; word?: string };
/**
 * A call that stands in the words. `isExact`: nothing of it was worked out, and nothing filled in.
 */
export type Stands = {
  args: Record<string, unknown>;
  notes: readonly string[];
  unused: readonly string[];
  isExact: boolean;
};
/**
 * What is known beside the words: open orders that a description may mean, and what the vault holds
 * of a token that a share is of.
 */
export type Known = { orders?: readonly KnownOrder[] | undefined; held?: Held | undefined };

type Said = Known & { text: string; isForeign: boolean; chainId: ChainId };

/** Pictures that forbid. */
const FORBIDDING = /[🚫❌❎🙅⛔🛑✋👎✖🚷🤚🙈]/u;
const PICTURE = /^\p{Extended_Pictographic}$/u;

/**
 * A call's arguments held against the words, each by its type: a figure of its own for each amount,
 * price, count, time and number, or figures that it is worked out from; its token, chain and venue
 * named. No figure, token or place is left over, and no sentence that holds a figure of the call is
 * turned round. Other words that are left over stand on the card.
 */
export function compareArguments(
  tool: Write,
  grounding: Grounding,
  args: Record<string, unknown>,
  { text: words, isForeign, chainId, orders, held }: Said,
): Stands | NotSaid {
  const { fields } = grounding;
  const name = Object.keys(fields).find((field) => fields[field]?.is === "name");
  const text = name === undefined ? words : withoutName(words, String(args[name]));
  if (text === undefined) return { reason: "figure" };
  const tokens = Object.entries(args).flatMap(([field, value]) =>
    typeof value === "string" && ["token", "backed"].includes(fields[field]?.is ?? "")
      ? [value.trim()]
      : [],
  );
  if (tokens.some((token) => !isNameable(token, grounding))) return { reason: "token" };
  const hasTo = Object.values(fields).some((field) => field.is === "chain" && field.role === "to");
  const hasPlace = Object.values(fields).some(
    (field) => field.is === "chain" && field.role === "at",
  );
  const said = saidMessage(isForeign ? text : mended(text, tokens), {
    tokens,
    hasTo,
    hasAt: hasPlace,
    isForeign,
  });
  const shown = (at: number): string => said.text.slice(said.items[at]?.start, said.items[at]?.end);
  const odd = said.items.findIndex((item, at) => {
    const isOdd = readingOf(item, "odd") !== undefined && !PICTURE.test(shown(at));
    return isOdd || FORBIDDING.test(shown(at)) || /^[<>|_{}]$/.test(readingOf(item, "mark") ?? "");
  });
  if (odd >= 0) return { reason: "unreadable", word: shown(odd) };
  // A price that the call waits for is watched.
  const isWatched = Object.keys(args).some((field) =>
    ["price", "condition"].includes(fields[field]?.is ?? ""),
  );
  const turned = isForeign ? undefined : turnedAround(said.text, isWatched);
  if (turned !== undefined) return turned;
  // A call without a chain of its own acts on the request's, a venue's tool on the venue's.
  const all = { ...fields, ...(!hasPlace && { "": { is: "chain", role: "at" } as const }) };
  const claims = Object.entries(all).flatMap(([field, type]): [string, Claim][] => {
    const claim = argumentClaim(type, field, { args, said, chainId: tool.chain ?? chainId });
    return claim === undefined ? [] : [[field, claim]];
  });
  const claimed = claims.map(([, claim]) => claim.words ?? "").join(" ");
  const over = notAskedFor(said, grounding, claimed);
  if (over !== undefined) return over;
  const missing = claims.find(([, claim]) => claim.isSaid === false);
  if (missing !== undefined) return { reason: missing[1].reason };
  const order = orders?.find(({ id }) => id === args.id);
  const figures = figuresOf(claims, args, said, { held, isOrder: order !== undefined });
  if ("reason" in figures) return figures;
  // "All" beside what is counted by it, and "one" for an article.
  const isFree = (figure: SaidFigure) => {
    const { unit, value, at } = figure;
    const word = readingOf(said.items[at], "word") ?? "";
    if (isCounted(figure, args)) return true;
    return unit === "all"
      ? ` ${grounding.words} ${claimed} `.includes(` ${word} `)
      : value === "1" && word === "one";
  };
  const left = said.figures.filter((figure, nth) => !figures.taken.has(nth) && !isFree(figure));
  // An order that is edited has its tokens: those beside its price are its unit.
  const coins =
    tokens.length === 0 && args.limitPrice !== undefined
      ? []
      : strangeCoins(said, grounding, tokens);
  if (order !== undefined) {
    // What describes an order has to describe this one alone.
    const described = orders?.filter((one) => isOfOrder(one, said, left, coins));
    if (described?.length !== 1 || described[0] !== order) return { reason: "order_id" };
  } else {
    const [stranger = left[0]?.at] = coins;
    if (stranger !== undefined) return { reason: "left_over", word: shown(stranger) };
  }
  const notified = said.words.includes("automatically")
    ? said.words.find((word) => /^notif/.test(word))
    : undefined;
  if (notified !== undefined) return { reason: "unknown_word", word: notified };
  if (!isSaidSide(said, args)) return { reason: "unclear_side" };
  const unused = unusedOf(said, grounding);
  // A deed alone says too little for a remark beside it ("freeze peas").
  if (Object.keys(args).length === 0 && unused[0] !== undefined)
    return { reason: "unknown_word", word: unused[0] };
  const run = withOwn(args, grounding, said);
  const filled = filledNotes(run, grounding, said);
  return {
    args: run,
    notes: [...figures.notes, ...filled],
    unused,
    isExact: figures.notes.length === 0 && order === undefined,
  };
}

/**
 * A figure of its own for each argument, or several that come to it. The number of an order that is
 * described needs none.
 */
function figuresOf(
  claims: readonly [string, Claim][],
  args: Args,
  said: SaidMessage,
  { held, isOrder }: { held: Held | undefined; isOrder: boolean },
): { taken: ReadonlySet<number>; notes: string[] } | NotSaid {
  const wanted = claims.flatMap(([name, { figures, alsoTakes = [], reason }]) => {
    if (figures === undefined || (name === "id" && isOrder)) return [];
    const worked = figures.length === 0 ? derived(name, args, said.figures, held) : undefined;
    return [{ name, places: figures, alsoTakes, reason, worked }];
  });
  const matched = matchFigures(wanted.filter(({ worked }) => worked === undefined));
  if ("missing" in matched) {
    const { name, reason } = wanted.find((one) => one.name === matched.missing) ?? {
      name: "",
      reason: "figure" as const,
    };
    const given = String(args[name]);
    const other = said.figures.find(
      ({ unit, value }) => (unit === "number" || unit === "dollars") && value !== given,
    );
    return { reason, ...(other !== undefined && { word: `${other.value} and not ${given}` }) };
  }
  const taken = new Set([
    ...matched.places,
    ...wanted.flatMap(({ worked, alsoTakes }) => [...(worked?.figures ?? []), ...alsoTakes]),
  ]);
  return {
    taken,
    notes: wanted.flatMap(({ worked }) =>
      worked === undefined ? [] : [`Worked out from your words: ${worked.note}.`],
    ),
  };
}

/** Tokens of the words that the call does not have, by their places. */
function strangeCoins(
  { items, places }: SaidMessage,
  { words = "", fields }: Grounding,
  tokens: readonly string[],
): number[] {
  const literals = Object.values(fields).flatMap((field) =>
    field.is === "amount" ? [field.of?.toLowerCase()] : [],
  );
  return items.flatMap((item, at) => {
    const coin = coinOf(item);
    if (coin === undefined || coin === "uni" || places.some((place) => place.at === at)) return [];
    const isKnown = literals.includes(coin) || words.split(" ").includes(coin);
    return isKnown || tokens.some((token) => isToken(coin, token)) ? [] : [at];
  });
}

/**
 * A token called like a word of a command could be read into any sentence: its address says which
 * one it is.
 */
function isNameable(token: string, { acts, words = "" }: Grounding): boolean {
  if (/^0x[0-9a-fA-F]{40}$/.test(token)) return true;
  const word = token.toLowerCase();
  const isOwn =
    [...acts.flatMap((act) => spelledOut(act).split(/[ +|]/)), ...words.split(" ")].includes(
      word,
    ) && word !== "usdc";
  return /^[a-z][a-z0-9]*(?:\.[a-z0-9]+)*$/.test(word) && !isPlainWord(word) && !isOwn;
}

/**
 * Whether an order executes by itself is the words' to say; a venue that goes unsaid is the
 * service's to choose.
 */
function withOwn(
  args: Record<string, unknown>,
  { fields }: Grounding,
  { words }: SaidMessage,
): Record<string, unknown> {
  const { dex: _, ...others } = args;
  const isUnsaid =
    args.amountOut !== undefined && !words.some((word) => ["uniswap", "0x", "uni"].includes(word));
  const run = isUnsaid ? others : args;
  return "totalAmount" in fields ? { ...run, autoExecute: words.includes("automatically") } : run;
}

/** What the service fills in, for the card. */
function filledNotes(args: Args, { fields }: Grounding, { items, figures }: SaidMessage): string[] {
  const { dex, amountOut, autoExecute } = args;
  const venue = amountOut === undefined ? "gives more" : "takes less";
  const counter = [args.tokenIn, args.tokenOut, args.sellToken, args.buyToken].find(
    (token) => String(token).toUpperCase() === DEFAULT_COUNTER,
  );
  const isNamed =
    items.some((item) => isToken(coinOf(item), counter)) ||
    figures.some(({ unit }) => unit === "dollars");
  return [
    ...(counter !== undefined && !isNamed
      ? [`For ${DEFAULT_COUNTER}, as no other token was named.`]
      : []),
    ...("amountIn" in fields && dex === undefined
      ? [`Filled in by default: the venue that ${venue}.`]
      : []),
    ...(autoExecute === false
      ? ["Filled in by default: notifications only, nothing is sent by itself."]
      : []),
  ];
}

/**
 * The text without a name, which stands behind "named" or "called", ends where another thing
 * begins, and has no such beginning in it; undefined where it does not stand there.
 */
function withoutName(own: string, name: string): string | undefined {
  if (name.split(" ").some((word) => ENDS.includes(word.toLowerCase()))) return undefined;
  const [before, after = "", ...others] = own.split(/\b(?:named|called)[ \t]+/i);
  const isWhole =
    after.startsWith(name) && others.length === 0 && END.test(after.slice(name.length));
  return isWhole ? `${before}, ${after.slice(name.length)}` : undefined;
}
const ENDS = ["with", "and", "symbol", "ticker", "base", "on", "in", "please"];
const END = new RegExp(`^(?:\\s*$|[,.;!\\n]|[ \\t]+(?:${ENDS.join("|")})\\b)`, "i");
