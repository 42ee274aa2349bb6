import { isFiller } from "./is-filler.ts";
import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";
import type { Found } from "./slots.ts";
import { takerOf } from "./taker-of.ts";
import { textOf } from "./text-of.ts";

/** How far a pattern reached, and what it found. */
export type Match = { end: number; found: Found };

type Step = (items: readonly Item[], at: number, found: Found) => Match | undefined;
/** A part of a pattern, given what follows it. */
type Part = (next: Step) => Step;
/** A pattern that is put together once. */
export type Pattern = {
  /** `found`: what was found before it, which "{same:...}" is held against. */
  match(items: readonly Item[], at: number, found?: Found): Match | undefined;
  /** Whether it may begin with an item: spares the look at most patterns. */
  beginsWith(item: Item): boolean;
  /** The words with which it may begin; `isOpen`: with a place, too. */
  words: ReadonlySet<string>;
  isOpen: boolean;
};

/**
 * A pattern of a request, as a tool says it: words ("pause|hold"), places ("{order:id}", of a kind
 * of slots.ts and the name of what it fills), and in square brackets what may be left out. Words
 * that say nothing ("the", "my") may stand anywhere between; `isStrict`: nothing may.
 * @example pattern("pause|hold [the] order {order:id}")
 */
export function pattern(text: string, { isStrict = false } = {}): Pattern {
  const cache = isStrict ? STRICT_PATTERNS : PATTERNS;
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const tokens = text.match(/\[|\]|\{[^}]*\}|[^\s[\]]+/g) ?? [];
  const match = sequence(
    tokens.values(),
    isStrict ? 1 : MOST_FILLERS,
  )((_items, end, found) => ({ end, found }));
  const firsts = firstsOf(tokens);
  const words = new Set(
    firsts.filter((token) => !token.startsWith("{")).flatMap((token) => token.split("|")),
  );
  const isOpen = firsts.some((token) => token.startsWith("{"));
  const made: Pattern = {
    match: (items, at, before = {}) => match(items, at, before),
    words,
    isOpen,
    beginsWith: (item) => words.has(textOf(item)) || (isOpen && !isFiller(item)),
  };
  cache.set(text, made);
  return made;
}

const PATTERNS = new Map<string, Pattern>();
const STRICT_PATTERNS = new Map<string, Pattern>();

/**
 * The words and places with which a match may begin: those that may be left out, up to the first
 * that may not.
 */
function firstsOf(tokens: readonly string[]): string[] {
  const firsts: string[] = [];
  let depth = 0;
  let isFirst = true;
  for (const token of tokens) {
    if (token === "[") [depth, isFirst] = [depth + 1, true];
    else if (token === "]") [depth, isFirst] = [depth - 1, true];
    else {
      if (isFirst) firsts.push(token);
      if (isFirst && depth === 0) return firsts;
      isFirst = false;
    }
  }
  return firsts;
}

function sequence(tokens: Iterator<string>, reach: number): Part {
  const parts: Part[] = [];
  for (let token = tokens.next(); token.done !== true && token.value !== "]"; token = tokens.next())
    parts.push(
      token.value === "[" ? optional(sequence(tokens, reach)) : taking(token.value, reach),
    );
  return (next) => parts.reduceRight((after, part) => part(after), next);
}

const optional =
  (part: Part): Part =>
  (next) => {
    const inner = part(next);
    return (items, at, found) => inner(items, at, found) ?? next(items, at, found);
  };

/** One item by word or place, the first of `reach` items before which only fillers stand. */
function taking(token: string, reach: number): Part {
  const take = takerOf(token);
  return (next) => (items, at, found) => {
    for (let here = at; here < items.length; here += 1) {
      const item = items[here];
      const taken = item === undefined ? undefined : take(item, found);
      const match = taken === undefined ? undefined : next(items, here + 1, taken);
      if (match !== undefined) return match;
      const isLast = here + 1 === at + reach || !isFiller(item);
      if (isLast || readingOf(item, "mark") === ",") return undefined;
    }
    return undefined;
  };
}

/** More of them behind each other are passed over by no pattern. */
const MOST_FILLERS = 5;
