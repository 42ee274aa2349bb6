import type { Ask, AskOption } from "../ask.ts";
import { changeWords } from "../context/change-words.ts";
import type { Reader } from "../context/past.ts";
import { lex } from "../reader/lex.ts";
import { readingOf } from "../reader/reading-of.ts";
import { isCard } from "./is-card.ts";
import { plainLine } from "./plain-line.ts";
import { saidBriefly } from "./said-briefly.ts";

/**
 * What words do to an open question. `edited`: the command as it would be now, to be shown and not
 * to be run.
 */
export type Completion =
  | ({ kind: "words" } & Pick<AskOption, "words" | "next">)
  | { kind: "edited"; words: string }
  | { kind: "which" | "dropped" };

/**
 * The command that a question and its answer are together; undefined where the words are no answer
 * to it. Pure, and no more than words: they are read again as if typed at once. A bare yes is to
 * what was shown last, also where a label says it: `takesYes`.
 * @example completeQuestion({ completes: ["sell 1 eth for {}"], ... }, "usdc", read)
 * // { kind: "words", words: "sell 1 eth for usdc" }
 */
export function completeQuestion(
  question: Ask,
  answer: string,
  { read, ...reader }: Reader,
  isShownLast = true,
  takesYes = isShownLast,
): Completion | undefined {
  const said = answer
    .trim()
    .toLowerCase()
    .replace(/ +/g, " ")
    .replace(/[\s.!]+$/, "")
    .replace(/,? (?:please|pls|thanks)$/, "");
  if (said === "") return undefined;
  const option =
    question.options.find(({ label, words }) => label.toLowerCase() === said || words === said) ??
    onlyOne(question.options.filter(({ label }) => isShortFor(said, label)));
  if (option !== undefined && !takesYes && saidBriefly(option.label) === "yes")
    return { kind: "which" };
  if (option !== undefined)
    return { kind: "words", words: option.words, ...(option.next && { next: option.next }) };
  const brief = saidBriefly(answer);
  if (brief !== undefined && isCard(question)) return { kind: "which" };
  if (brief === "no") return { kind: "dropped" };
  if (brief === "yes") {
    const [only, ...others] = question.options;
    if (only === undefined || others.length > 0 || !takesYes) return { kind: "which" };
    return { kind: "words", words: only.words, ...(only.next && { next: only.next }) };
  }
  const part =
    changedPart(answer) ??
    (isCard(question) && isShownLast && read(answer).kind === "pass" ? answer : undefined);
  const edited =
    part === undefined || question.of === ""
      ? undefined
      : changeWords(question.of, part, { read, ...reader });
  if (edited !== undefined) return { kind: "edited", words: edited };
  const filled = question.completes.flatMap((template) =>
    [said, ...inDigits(said, reader)].flatMap((each) => fillings(template, each)),
  );
  const words = ["call", "ask"].flatMap(
    (kind) => filled.find((each) => read(each).kind === kind) ?? [],
  )[0];
  return words === undefined ? undefined : { kind: "words", words };
}

/** "Nine" as 9. */
function inDigits(said: string, { coins }: Pick<Reader, "coins">): string[] {
  const [only, ...others] = lex(said, coins);
  const value = others.length > 0 ? undefined : readingOf(only, "number");
  return value === undefined || value === said ? [] : [value];
}

/** "Quote" for "A quote"; of a longer label a word says too little. */
function isShortFor(said: string, label: string): boolean {
  const labelWords = label.toLowerCase().split(/\W+/);
  return said.length > 2 && labelWords.length <= 2 && labelWords.includes(said);
}

const onlyOne = <T>([only, ...others]: readonly T[]): T | undefined =>
  others.length > 0 ? undefined : only;

const FRAME =
  /^(?:(?:no|actually|wait|ok|but|and|then|hm+),? )*(?:make (?:it|that|them)|change (?:it|that) to|let it be|have it|do it|rather|better|instead) (?<to>.+?)(?: instead)?$|^(?:no,? )?(?<rather>.+) (?:instead|rather)$/;

/**
 * What a message says is to be changed ("make it 5 slices", "0.2 instead"); undefined where it does
 * not.
 */
export function changedPart(message: string): string | undefined {
  const line = plainLine(message);
  const { to, rather } = (line === undefined ? undefined : FRAME.exec(line)?.groups) ?? {};
  return to ?? rather;
}

/** With the word before the hole said again or not: "for usdc" in "sell 1 eth for {}". */
function fillings(template: string, said: string): string[] {
  const [before = "", after = ""] = template.split("{}");
  const last = /(\S+) $/.exec(before)?.[1];
  const alone =
    last !== undefined && said.startsWith(`${last} `) ? said.slice(last.length + 1) : undefined;
  return [said, ...(alone === undefined ? [] : [alone])].map((each) => before + each + after);
}
