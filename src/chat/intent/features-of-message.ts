import type { Item } from "../reader/item.ts";
import { readingOf } from "../reader/reading-of.ts";
import { FIGURES, kindOf } from "./kind-of.ts";

/** Words shorter than this have no beginning that says less than they do. */
const SHORT = 5;
const BEGINNING = 4;
/** How far around an item words say what it is. */
const REACH = 6;

/**
 * What is known of a message as a whole: its words, their beginnings, neighbours and pairs a step
 * apart, each once.
 */
export function featuresOfMessage(kinds: readonly string[]): Set<string> {
  const features = new Set<string>(["bias"]);
  const all = ["^", ...kinds, "$"];
  for (const [at, kind] of all.entries()) {
    const [next, third] = [all[at + 1], all[at + 2]];
    features.add(kind);
    if (kind.length >= SHORT) features.add(`~${kind.slice(0, BEGINNING)}`);
    if (next !== undefined) features.add(`${kind} ${next}`);
    if (third !== undefined) features.add(`${kind} . ${third}`);
  }
  return features;
}

/**
 * A message as its items are to be told apart: kinds, tokens in the order of their first mention.
 * `tool`: what is meant by it.
 */
export type Described = { items: readonly Item[]; kinds: readonly string[]; tool: string };

/** What is known of one item by itself and by what stands around it. */
export function featuresOfItem({ items, kinds, tool: name }: Described, at: number): Set<string> {
  const tool = name.charAt(name.indexOf("_") + 2);
  const kind = kinds[at] ?? "";
  const own = kind === "c" || kind === "c$" ? `c${rankOfCoin(items, at)}` : formOf(items[at], kind);
  const near = (step: number) => kinds[at + step] ?? (at + step < 0 ? "^" : "$");
  const features = new Set([own, kind, `${own} ${tool}`, `${kind} ${tool}`]);
  for (const mine of [own, kind]) {
    for (const step of [-3, -2, -1, 1, 2, 3]) features.add(`${mine} ${step} ${near(step)}`);
    features.add(`${mine} - ${near(-2)} ${near(-1)}`);
    features.add(`${mine} + ${near(1)} ${near(2)}`);
    features.add(`${mine} -+ ${near(-1)} ${near(1)}`);
  }
  features.add(`${kind} ${tool} -1 ${near(-1)}`);
  features.add(`${kind} ${tool} +1 ${near(1)}`);
  features.add(`${own} of ${rankAmong(kinds, at)} ${tool}`);
  for (let step = 1; step <= REACH; step += 1) {
    if (at - step >= 0) features.add(`${kind} < ${near(-step)}`);
    if (at + step < kinds.length) features.add(`${kind} > ${near(step)}`);
  }
  for (const other of kinds) if (isWord(other)) features.add(`${own} & ${other}`);
  return features;
}

const isWord = (kind: string): boolean => /^[a-z']{2,}$/.test(kind) && !FIGURES.has(kind);

/** "c1 of 2": which of the message's tokens it is; a figure, which of its kind. */
function rankAmong(kinds: readonly string[], at: number): string {
  const same = kinds.flatMap((kind, place) => (kind === kinds[at] ? [place] : []));
  return `${same.indexOf(at) + 1}/${same.length}`;
}

function rankOfCoin(items: readonly Item[], at: number): string {
  const coins = [...new Set(items.flatMap((item) => readingOf(item, "coin") ?? []))];
  return `${coins.indexOf(readingOf(items[at], "coin") ?? "") + 1}/${Math.min(coins.length, 3)}`;
}

/** Numbers by how they look: a small whole one may be a count or an order's. */
function formOf(item: Item | undefined, kind: string): string {
  const value = readingOf(item, "number");
  if (kind !== "n" || value === undefined) return kind;
  if (value.includes(".")) return "n.";
  return value.length > 4 ? "n5" : `n${value.length}`;
}

/** The kinds of the items of a message, in their order. */
export const kindsOf = (items: readonly Item[]): string[] => items.map(kindOf);
