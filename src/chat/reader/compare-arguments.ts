import type { ChainId } from "../../../schemas/chains.ts";
import type { Grounding } from "../../tools/grounding.ts";
import type { Tool } from "../../tools/tool.ts";
import { matchFigures } from "../match-figures.ts";
import type { NotGrounded } from "../not-grounded.ts";
import { argumentClaim } from "./argument-claim.ts";
import { derived } from "./derived.ts";
import { type Args, type Claim, isToken } from "./figures-where.ts";
import { isSaidSide } from "./is-said-side.ts";
import { isPlainWord, leftWords } from "./left-words.ts";
import { readingOf } from "./reading-of.ts";
import { coinOf, type SaidFigure } from "./said-figures.ts";
import { type SaidMessage, saidMessage } from "./said-message.ts";

/** A write that may be a model's. */
export type Write = Exclude<Tool, { effect: "read" }>;
/** Why a call does not stand in the words; `word`: of theirs, or what they say in its place. */
export type NotSaid = { reason: NotGrounded; word?: string };
/** A call that stands in the words. `isExact`: nothing of it was worked out. */
export type Stands = {
  args: Record<string, unknown>;
  notes: readonly string[];
  unused: readonly string[];
  isExact: boolean;
};

type Said = { text: string; isForeign: boolean; chainId: ChainId };

/**
 * A call's arguments held against the words, each by its type: a figure of its own for each amount, price, count, time and number, or sums and products
 * of figures; its token, chain and venue named; and no figure, token, place or word of weight left over.
 */
export function compareArguments(
  tool: Write,
  grounding: Grounding,
  args: Record<string, unknown>,
  { text: words, isForeign, chainId }: Said,
): Stands | NotSaid {
  const { fields } = grounding;
  const name = Object.keys(fields).find((field) => fields[field]?.is === "name");
  const text = name === undefined ? words : withoutName(words, String(args[name]));
  if (text === undefined) return { reason: "figure" };
  const tokens = Object.entries(args).flatMap(([field, value]) =>
    typeof value === "string" && ["token", "backed"].includes(fields[field]?.is ?? "") ? [value.trim()] : [],
  );
  if (tokens.some((token) => !isNameable(token, grounding))) return { reason: "token" };
  const hasTo = Object.values(fields).some((field) => field.is === "chain" && field.role === "to");
  const hasPlace = Object.values(fields).some((field) => field.is === "chain" && field.role === "at");
  const said = saidMessage(text, { tokens, hasTo, hasAt: hasPlace, isForeign });
  const shown = (at: number): string => said.text.slice(said.items[at]?.start, said.items[at]?.end);
  const odd = said.items.findIndex(
    (item) => readingOf(item, "odd") !== undefined || /^[<>|_{}]$/.test(readingOf(item, "mark") ?? ""),
  );
  if (odd >= 0) return { reason: "unreadable", word: shown(odd) };
  // A call without a chain of its own acts on the request's, a venue's tool on the venue's.
  const all = { ...fields, ...(!hasPlace && { "": { is: "chain", role: "at" } as const }) };
  const claims = Object.entries(all).flatMap(([field, type]): [string, Claim][] => {
    const claim = argumentClaim(type, field, { args, said, chainId: tool.chain ?? chainId });
    return claim === undefined ? [] : [[field, claim]];
  });
  const claimed = claims.map(([, claim]) => claim.words ?? "").join(" ");
  const over = leftWords(said, grounding, claimed);
  if ("reason" in over) return over;
  const missing = claims.find(([, claim]) => claim.isSaid === false);
  if (missing !== undefined) return { reason: missing[1].reason };
  const figures = figuresOf(claims, args, said);
  if ("reason" in figures) return figures;
  // "All" beside what is counted by it, and "one" for an article.
  const isFree = ({ unit, value, at }: SaidFigure) => {
    const word = readingOf(said.items[at], "word") ?? "";
    return unit === "all" ? ` ${grounding.words} ${claimed} `.includes(` ${word} `) : value === "1" && word === "one";
  };
  const left = said.figures.find((figure, nth) => !figures.taken.has(nth) && !isFree(figure));
  if (left !== undefined) return { reason: "left_over", word: shown(left.at) };
  const stranger = strangeCoin(said, grounding, tokens);
  if (stranger >= 0) return { reason: "left_over", word: shown(stranger) };
  if (!isSaidSide(said, args)) return { reason: "unclear_side" };
  // A deed alone says too little for a remark beside it ("freeze peas").
  if (Object.keys(args).length === 0 && over.unused.length > 0)
    return { reason: "unknown_word", word: over.unused[0] ?? "" };
  const run = withOwn(args, grounding, said);
  const notes = [...figures.notes, ...filledNotes(run, grounding)];
  return { args: run, notes, unused: over.unused, isExact: figures.notes.length === 0 };
}

/** A figure of its own for each argument, or several that come to it. */
function figuresOf(
  claims: readonly [string, Claim][],
  args: Args,
  said: SaidMessage,
): { taken: ReadonlySet<number>; notes: string[] } | NotSaid {
  const wanted = claims.flatMap(([name, { figures, alsoTakes = [], reason }]) => {
    if (figures === undefined) return [];
    const worked = figures.length === 0 ? derived(name, args, said.figures) : undefined;
    return [{ name, places: figures, alsoTakes, reason, worked }];
  });
  const matched = matchFigures(wanted.filter(({ worked }) => worked === undefined));
  if ("missing" in matched) return { reason: wanted.find(({ name }) => name === matched.missing)?.reason ?? "figure" };
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

/** A token of the words that the call does not have; -1 where there is none. */
function strangeCoin(
  { items, places }: SaidMessage,
  { words = "", fields }: Grounding,
  tokens: readonly string[],
): number {
  const literals = Object.values(fields).flatMap((field) => (field.is === "amount" ? [field.of?.toLowerCase()] : []));
  return items.findIndex((item, at) => {
    const coin = coinOf(item);
    if (coin === undefined || coin === "uni" || places.some((place) => place.at === at)) return false;
    return (
      !tokens.some((token) => isToken(coin, token)) && !literals.includes(coin) && !words.split(" ").includes(coin)
    );
  });
}

/** A token called like a word of a command could be read into any sentence: its address says which one it is. */
function isNameable(token: string, { acts, words = "" }: Grounding): boolean {
  if (/^0x[0-9a-fA-F]{40}$/.test(token)) return true;
  const word = token.toLowerCase();
  const isOwn = [...acts.flatMap((act) => act.split(/[ +]/)), ...words.split(" ")].includes(word) && word !== "usdc";
  return /^[a-z][a-z0-9]*(?:\.[a-z0-9]+)*$/.test(word) && !isPlainWord(word) && !isOwn;
}

/** Whether an order executes by itself is the words' to say; a venue that goes unsaid is the service's to choose. */
function withOwn(
  args: Record<string, unknown>,
  { fields }: Grounding,
  { words }: SaidMessage,
): Record<string, unknown> {
  const { dex: _, ...others } = args;
  const isUnsaid = args.amountOut !== undefined && !words.some((word) => ["uniswap", "0x", "uni"].includes(word));
  const run = isUnsaid ? others : args;
  return "totalAmount" in fields ? { ...run, autoExecute: words.includes("automatically") } : run;
}

/** What the service fills in, for the card. */
export function filledNotes({ dex, amountOut, autoExecute }: Args, { fields }: Grounding): string[] {
  const venue = amountOut === undefined ? "gives more" : "takes less";
  return [
    ...("amountIn" in fields && dex === undefined ? [`Filled in by default: the venue that ${venue}.`] : []),
    ...(autoExecute === false ? ["Filled in by default: notifications only, nothing is sent by itself."] : []),
  ];
}

/**
 * The text without a name, which stands behind "named" or "called", ends where another thing begins, and has no such beginning in it;
 * undefined where it does not stand there.
 */
function withoutName(own: string, name: string): string | undefined {
  if (name.split(" ").some((word) => ENDS.includes(word.toLowerCase()))) return undefined;
  const [before, after = "", ...others] = own.split(/\b(?:named|called)[ \t]+/i);
  const isWhole = after.startsWith(name) && others.length === 0 && END.test(after.slice(name.length));
  return isWhole ? `${before}, ${after.slice(name.length)}` : undefined;
}
const ENDS = ["with", "and", "symbol", "ticker", "base", "on", "in", "please"];
const END = new RegExp(`^(?:\\s*$|[,.;!\\n]|[ \\t]+(?:${ENDS.join("|")})\\b)`, "i");
