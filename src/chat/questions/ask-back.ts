import { QUESTION_LIMITS } from "../../../schemas/question-limits.ts";
import type { Ask } from "../ask.ts";
import { conditions } from "./conditions.ts";
import type { Draft, Rule } from "./draft.ts";
import { freezeQuestion } from "./freeze-question.ts";
import { helpByExample } from "./help-by-example.ts";
import { limitsInWords } from "./limits-in-words.ts";
import { missingOthers } from "./missing-others.ts";
import { missingSlices } from "./missing-slices.ts";
import { missingTrade } from "./missing-trade.ts";
import { missingZone } from "./missing-zone.ts";
import { namedTimes } from "./named-times.ts";
import { plainLine } from "./plain-line.ts";
import { several } from "./several.ts";
import { twoFigures } from "./two-figures.ts";
import { twoReadings } from "./two-readings.ts";

const RULES: readonly Rule[] = [
  several,
  namedTimes,
  missingZone,
  twoFigures,
  missingOthers,
  missingSlices,
  twoReadings,
  missingTrade,
  limitsInWords,
  conditions,
  freezeQuestion,
  helpByExample,
];
/**
 * Holes of holes: "sell" asks for an amount and its token, and what these leave open is asked next.
 */
const DEPTH = 2;

/**
 * What a message that the grammar has passed leaves open, as a question; undefined where no rule
 * knows it. No rule is trusted: an option is shown only where the grammar reads its words as a
 * whole command, and an answer has a place only where an example of one is read there.
 */
export function askBack(
  text: string,
  isCommand: (words: string) => boolean,
  nowMs?: number,
  depth = DEPTH,
): Ask | undefined {
  const line = plainLine(text);
  if (line === undefined) return undefined;
  for (const rule of RULES) {
    const draft = rule(line, isCommand, nowMs);
    const ask = draft === undefined ? undefined : askOf(draft, line, isCommand, nowMs, depth);
    if (ask !== undefined) return ask;
  }
  return undefined;
}

function askOf(
  draft: Draft,
  of: string,
  isCommand: (words: string) => boolean,
  nowMs: number | undefined,
  depth: number,
): Ask | undefined {
  const options = (draft.options ?? [])
    .filter(({ words }) => isCommand(words))
    .slice(0, QUESTION_LIMITS.options);
  const isRead = (words: string) =>
    isCommand(words) || (depth > 0 && askBack(words, isCommand, nowMs, depth - 1) !== undefined);
  const completes = (draft.completes ?? [])
    .filter(({ template, probe }) => isRead(template.replace("{}", probe)))
    .map(({ template }) => template);
  if (options.length === 0 && completes.length === 0) return undefined;
  return {
    text: draft.text,
    options,
    completes,
    of,
    ...(draft.orders && { orders: draft.orders }),
  };
}
