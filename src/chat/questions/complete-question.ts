import type { Ask, AskOption } from "../ask.ts";
import { editedWords } from "./edited-words.ts";
import { isCard } from "./is-card.ts";
import { saidBriefly } from "./said-briefly.ts";

/** What words do to an open question. `edited`: the command as it would be now, to be shown and not to be run. */
export type Completion =
  | ({ kind: "words" } & Pick<AskOption, "words" | "next">)
  | { kind: "edited"; words: string }
  | { kind: "which" | "dropped" };

/** How the grammar reads words: as a whole command, as one that leaves something open, or not at all. */
export type HowRead = (words: string) => "call" | "ask" | "pass";

/**
 * The command that a question and its answer are together; undefined where the words are no answer to it. Pure, and no more than words: they are read
 * again as if typed at once. A bare yes is to what was shown last, also where a label says it: `takesYes`.
 * @example completeQuestion({ completes: ["sell 1 eth for {}"], ... }, "usdc", read) // { kind: "words", words: "sell 1 eth for usdc" }
 */
export function completeQuestion(
  question: Ask,
  answer: string,
  read: HowRead,
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
  const option = question.options.find(({ label, words }) => label.toLowerCase() === said || words === said);
  if (option !== undefined && !takesYes && saidBriefly(option.label) === "yes") return { kind: "which" };
  if (option !== undefined) return { kind: "words", words: option.words, ...(option.next && { next: option.next }) };
  const brief = saidBriefly(answer);
  if (brief !== undefined && isCard(question)) return { kind: "which" };
  if (brief === "no") return { kind: "dropped" };
  if (brief === "yes") {
    const [only, ...others] = question.options;
    if (only === undefined || others.length > 0 || !takesYes) return { kind: "which" };
    return { kind: "words", words: only.words, ...(only.next && { next: only.next }) };
  }
  const isRead = (words: string) => read(words) !== "pass";
  const edited = editedWords(question.of, answer, isRead) ?? bareEdit(question, answer, isRead, isShownLast);
  if (edited) return { kind: "edited", words: edited };
  const filled = question.completes.flatMap((template) => fillings(template, said));
  const words = filled.find((each) => read(each) === "call") ?? filled.find((each) => read(each) === "ask");
  return words === undefined ? undefined : { kind: "words", words };
}

/** "0.2" or "on uniswap" behind a card that was shown last: what it may be besides an edit means something by itself. */
function bareEdit(question: Ask, answer: string, isRead: (words: string) => boolean, isShownLast: boolean) {
  if (!isCard(question) || !isShownLast || isRead(answer)) return undefined;
  return editedWords(question.of, `${answer} instead`, isRead);
}

/** With the word before the hole said again or not: "for usdc" in "sell 1 eth for {}". */
function fillings(template: string, said: string): string[] {
  const [before = "", after = ""] = template.split("{}");
  const last = /(\S+) $/.exec(before)?.[1];
  const alone = last !== undefined && said.startsWith(`${last} `) ? said.slice(last.length + 1) : undefined;
  return [said, ...(alone === undefined ? [] : [alone])].map((each) => before + each + after);
}
