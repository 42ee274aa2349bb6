import type { Item } from "../reader/item.ts";
import { pattern } from "../reader/pattern.ts";
import { textOf } from "../reader/text-of.ts";
import { PACE } from "./plain-commands.ts";
import { isBeginning } from "./read-command.ts";
import { dropCourtesy } from "./split-lexemes.ts";

const CLAUSES = [PACE, "{number:size} [{coin:token}] at a time"].map((text) =>
  pattern(text, { isStrict: true }),
);

/**
 * A sentence with one `every N minutes` and one `X [token] at a time` anywhere (spec, "TWAP
 * tools"), with its verb at the beginning and both at the end. Nothing is left out and nothing is
 * read. Undefined where one is missing or stands there twice.
 */
export function inUsualOrder(sentence: readonly Item[]): readonly Item[] | undefined {
  const words = sentence.map(textOf);
  if (!words.includes("every") || !words.includes("time")) return undefined;
  const rest: Item[] = [];
  const found: (readonly Item[])[][] = [[], []];
  for (let at = 0; at < sentence.length; ) {
    const ends = CLAUSES.map(({ match }) => match(sentence, at)?.end ?? 0);
    const end = Math.max(...ends, at + 1);
    const items = sentence.slice(at, end);
    const isClause = found[ends.indexOf(end)]?.push(items) !== undefined;
    if (!isClause) rest.push(...items);
    // The comma behind a clause goes with it where there is one before it, or nothing.
    const isSetOff =
      isClause && words[end] === "," && (rest.length === 0 || textOf(rest.at(-1)) === ",");
    at = isSetOff ? end + 1 : end;
  }
  const verbAt = rest.findIndex(isBeginning);
  if (verbAt < 0 || found.some(({ length }) => length !== 1)) return undefined;
  const before = dropCourtesy(rest.slice(0, verbAt));
  return [...withoutComma(rest.slice(verbAt)), ...withoutComma(before), ...found.flat(2)];
}

const withoutComma = (items: readonly Item[]): readonly Item[] =>
  items.slice(0, textOf(items.at(-1)) === "," ? -1 : undefined);
