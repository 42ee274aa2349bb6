import { isFiller } from "./is-filler.ts";
import type { Item } from "./item.ts";
import { readingOf } from "./reading-of.ts";
import type { Found } from "./slots.ts";
import { takerOf } from "./taker-of.ts";
import { textOf } from "./text-of.ts";

/** How far a pattern reached, and what it found. */
export type Match = { end: number; found: Found };

type Next = (at: number, found: Found) => Match | undefined;
type Part = (items: readonly Item[], at: number, found: Found, next: Next) => Match | undefined;
/** A pattern that is put together once. */
export type Pattern = {
  match(items: readonly Item[], at: number): Match | undefined;
  /** Whether it may begin with an item: spares the look at most patterns. */
  beginsWith(item: Item): boolean;
};

/**
 * A pattern of a request, as a tool says it: words ("pause|hold"), places ("{order:id}", of a kind of slots.ts and the name of what it fills), and in
 * square brackets what may be left out. Words that say nothing ("the", "my") may stand anywhere between.
 * @example pattern("pause|hold [the] order {order:id}")
 */
export function pattern(text: string): Pattern {
  const cached = PATTERNS.get(text);
  if (cached !== undefined) return cached;
  const tokens = text.match(/\[|\]|\{[^}]*\}|[^\s[\]]+/g) ?? [];
  const part = sequence(tokens.values());
  const firsts = firstsOf(tokens);
  const words = new Set(firsts.filter((token) => !token.startsWith("{")).flatMap((token) => token.split("|")));
  const isOpen = firsts.some((token) => token.startsWith("{"));
  const made: Pattern = {
    match: (items, at) => part(items, at, {}, (end, found) => ({ end, found })),
    beginsWith: (item) => words.has(textOf(item)) || (isOpen && !isFiller(item)),
  };
  PATTERNS.set(text, made);
  return made;
}

const PATTERNS = new Map<string, Pattern>();

/** The words and places with which a match may begin: those that may be left out, up to the first that may not. */
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

function sequence(tokens: Iterator<string>): Part {
  const parts: Part[] = [];
  for (let token = tokens.next(); token.done !== true && token.value !== "]"; token = tokens.next())
    parts.push(token.value === "[" ? optional(sequence(tokens)) : taking(token.value));
  return parts.reduceRight<Part>(
    (after, part) => (items, at, found, next) => part(items, at, found, (end, more) => after(items, end, more, next)),
    (_items, at, found, next) => next(at, found),
  );
}

const optional =
  (part: Part): Part =>
  (items, at, found, next) =>
    part(items, at, found, next) ?? next(at, found);

/** One item by word or place, behind fillers where it does not stand right here. */
function taking(token: string): Part {
  const take = takerOf(token);
  return (items, at, found, next) => {
    for (let here = at; here < items.length && here < at + MOST_FILLERS; here += 1) {
      const item = items[here];
      const taken = item === undefined ? undefined : take(item, found);
      const match = taken === undefined ? undefined : next(here + 1, taken);
      if (match !== undefined) return match;
      if (!isFiller(item) || readingOf(item, "mark") === ",") return undefined;
    }
    return undefined;
  };
}

/** More of them behind each other are passed over by no pattern. */
const MOST_FILLERS = 5;
