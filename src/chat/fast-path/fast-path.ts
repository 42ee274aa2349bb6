import { actsAtOnce } from "../acts-at-once.ts";
import { dropCourtesy } from "./drop-courtesy.ts";
import type { FastPathCall } from "./fast-path-call.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import { inUsualOrder } from "./in-usual-order.ts";
import type { PassReason } from "./pass-reason.ts";
import { readCommand } from "./read-command.ts";
import { splitLexemes } from "./split-lexemes.ts";

export type FastPathResult = FastPathCall | { kind: "pass"; reason: PassReason };

/** A digit of another script than ASCII's: what acts is not read from it (decision 426), what only reads or stops is. */
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/u;

/** In UTF-16 units. The longest sentence of the grammar, with two addresses in it, stays below 300. */
const MAX_LENGTH = 500;

/**
 * Reads the operator's own last message without a model (spec, "TWAP tools"; decision 119): message -> lexemes -> one command
 * -> call. Pure, and linear in the message's length. Either the grammar accounts for every word, or the message is
 * passed on: no amount, token, direction or chain is guessed. What is possible is the tool's to say: figures that its schema
 * refuses are its refusal, as through every other door, and cost no model. Never throws for any text.
 * @example fastPath("cancel twap 3", context) // { kind: "call", tool: cancelTwapOrder.name, args: { id: 3 } }
 */
export function fastPath(text: string, context: FastPathContext): FastPathResult {
  const reading = read(text, context);
  if (typeof reading === "string") return { kind: "pass", reason: reading };
  // Whoever reads a chat's words beside its operator may read other digits wrongly, or not at all.
  if (FOREIGN_DIGIT.test(text) && !actsAtOnce(reading.tool)) return { kind: "pass", reason: "numeral" };
  return reading;
}

function read(text: string, context: FastPathContext): FastPathCall | PassReason {
  if (text.length > MAX_LENGTH) return "too_long";
  const lexemes = splitLexemes(text);
  if (typeof lexemes === "string") return lexemes;
  const sentence = dropCourtesy(lexemes);
  if (sentence.length === 0) return "empty";
  const reading = readCommand(sentence, context);
  const reordered = reading === "words" ? inUsualOrder(sentence) : undefined;
  if (reordered === undefined) return reading;
  const order = readCommand(reordered, context);
  return typeof order === "string" ? reading : order;
}
