import type { SpokenField } from "../../tools/spoken-call.ts";
import { readNumber } from "../read-number.ts";
import type { WordItem } from "./word-item.ts";

type Field = Extract<SpokenField, { is: "amount" }>;
type Take = (items: readonly WordItem[], at: number) => number;

const ALL = ["all", "everything", "entire", "whole"];
/** Behind a figure without a token they begin something else. */
const BEHIND = ["in", "into", "to", "on", "from", "please", "pls", "plz", "now"];

/** How a figure stands in the words: with its own token behind it, of no other one, and as what is paid, not as a price to reach. */
export function amountClaim(
  { of, after, notAfter }: Field,
  value: string,
  args: Readonly<Record<string, unknown>>,
): Take {
  const wanted = readNumber(value)?.value;
  const token = of === undefined ? undefined : of === of.toUpperCase() ? of : args[of];
  const isLiteral = token === of;
  const isNamed = (item: WordItem | undefined) =>
    Object.values(args).some((other) => typeof other === "string" && names(item, other));
  return (items, from) => {
    if (after !== undefined && wordAt(items, from) !== after) return 0;
    const at = after === undefined ? from : from + 1;
    if (value === "all") return ALL.includes(wordAt(items, at)) ? 1 : 0;
    const item = items[at];
    // "to 5": a price, or what it should come to.
    if (wanted === undefined || item?.kind !== "number" || item.value !== wanted) return 0;
    if (["to", notAfter].includes(wordAt(items, at - 1))) return 0;
    const next = wordAt(items, at + 1) === "of" ? at + 2 : at + 1;
    // The token itself is read next; a literal one is read with its figure.
    if (typeof token === "string" && names(items[next], token)) return next - from + (isLiteral ? 1 : 0);
    if (isNamed(items[next]) || (typeof token === "string" && !isLiteral)) return 0;
    // Of which token goes unsaid, so nothing else may be counted by it: not "100 vault tokens", nor be its price.
    const isBare = token !== undefined || of === undefined || (isEnd(items[at + 1]) && !isNamed(items[at - 1]));
    return isBare ? at + 1 - from : 0;
  };
}

const names = (item: WordItem | undefined, token: string): boolean =>
  item?.kind === "address" ? item.text === token : item?.kind === "word" && item.text === token.toLowerCase();

const isEnd = (item: WordItem | undefined): boolean =>
  item === undefined || item.kind === "break" || (item.kind === "word" && BEHIND.includes(item.text));

function wordAt(items: readonly WordItem[], at: number): string {
  const item = items[at];
  return item?.kind === "word" ? item.text : "";
}
