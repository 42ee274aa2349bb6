import { readNumber } from "../read-number.ts";
import type { WordItem } from "./word-item.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Ids of orders at venues: 16 or 32 bytes. */
const KEY = /^0x(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{64})$/;
const WORD = /^[A-Za-z][A-Za-z0-9]*(?:[._'-][A-Za-z0-9]+)*$/;
/** "1ETH", "10min": a number and what it counts. */
const GLUED = /^([\p{Nd}.,]+)([A-Za-z]{1,16})$/u;
const SIGNS: Record<string, WordItem> = {
  "->": { kind: "word", text: "to" },
  "→": { kind: "word", text: "to" },
  "&": { kind: "word", text: "and" },
  "-": { kind: "break" },
  "–": { kind: "break" },
  "—": { kind: "break" },
};

/**
 * A message as items, or the piece of it that is no word, number or address: then nothing in it may be relied on. All
 * numbers are in digits of one script. `withKeys`: orders' own ids are read too, as addresses are.
 */
export function splitItems(text: string, { withKeys = false } = {}): WordItem[] | { unreadable: string } {
  const items: WordItem[] = [];
  let script: number | undefined;
  const read = (core: string): WordItem[] | undefined => {
    const sign = Object.hasOwn(SIGNS, core) ? SIGNS[core] : undefined;
    if (sign !== undefined) return [sign];
    if (ADDRESS.test(core) || (withKeys && KEY.test(core))) return [{ kind: "address", text: core }];
    const word = core.replaceAll("’", "'");
    // The venue's name begins with a digit.
    if (WORD.test(word) || core.toLowerCase() === "0x") return [{ kind: "word", text: word.toLowerCase() }];
    const [, digits = core, unit] = GLUED.exec(core) ?? [];
    const number = readNumber(digits);
    if (number === undefined || (script !== undefined && number.zero !== script)) return undefined;
    script = number.zero;
    const value: WordItem = { kind: "number", value: number.value };
    return unit === undefined ? [value] : [value, { kind: "word", text: unit.toLowerCase() }];
  };
  for (const line of text.split("\n")) {
    for (const chunk of line.split(/[ \t\r\u00a0]+/)) {
      const { before, core, after } = trimMarks(chunk);
      items.push(...before);
      const found = core === "" ? [] : read(core);
      if (found === undefined) return { unreadable: core };
      items.push(...found, ...after);
    }
    items.push({ kind: "break" });
  }
  return items;
}

/** Marks around a word. A colon says nothing, "#" goes with the number behind it, the others are pauses. */
function trimMarks(chunk: string): { before: WordItem[]; core: string; after: WordItem[] } {
  let from = 0;
  let to = chunk.length;
  while (from < to && "(#".includes(chunk.charAt(from))) from += 1;
  while (to > from && ".,!;:?)".includes(chunk.charAt(to - 1))) to -= 1;
  const before: WordItem[] = chunk.slice(0, from).includes("(") ? [{ kind: "break" }] : [];
  const marks = chunk.slice(to);
  const after: WordItem[] = /[.,!;)]/.test(marks) ? [{ kind: "break" }] : [];
  if (marks.includes("?")) after.push({ kind: "ask" });
  return { before, core: chunk.slice(from, to), after };
}
