import { actsAtOnce } from "../acts-at-once.ts";

import type { FastPathContext } from "../reader/fast-path-context.ts";
import type { PassReason } from "../reader/pass-reason.ts";
import { inUsualOrder } from "./in-usual-order.ts";
import { type FastPathCall, readCommand } from "./read-command.ts";
import { dropCourtesy, splitLexemes } from "./split-lexemes.ts";

/**
 * A digit of another script than ASCII's: what acts is not read from it (decision D55), what only
 * reads or stops is.
 */
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/u;

/** In UTF-16 units. The longest plain command, with two addresses in it, stays below 300. */
const MAX_LENGTH = 500;

/**
 * Reads the operator's own last message without a model (spec, "TWAP tools"; decision D55): the
 * plain commands account for its every word, or it is passed on. Figures that no order can have are
 * the tool's to refuse. Pure, linear in the message's length, never throws for any text.
 * @example fastPath("cancel twap 3", context)
 * // { kind: "call", tool: cancelTwapOrder.name, args: { id: 3 } }
 */
export function fastPath(
  text: string,
  context: FastPathContext,
): FastPathCall | { kind: "pass"; reason: PassReason } {
  const reading = read(text, context);
  if (typeof reading === "string") return { kind: "pass", reason: reading };
  // Whoever reads a chat's words beside its operator may read other digits wrongly, or not at all.
  const isForeign = FOREIGN_DIGIT.test(text) && !actsAtOnce(reading.tool);
  return isForeign ? { kind: "pass", reason: "numeral" } : reading;
}

function read(text: string, context: FastPathContext): FastPathCall | PassReason {
  if (text.length > MAX_LENGTH) return "too_long";
  const items = splitLexemes(text);
  if (typeof items === "string") return items;
  const sentence = dropCourtesy(items);
  if (sentence.length === 0) return "empty";
  const reading = readCommand(sentence, context);
  const reordered = reading === "words" ? inUsualOrder(sentence) : undefined;
  const order = reordered && readCommand(reordered, context);
  return order === undefined || typeof order === "string" ? reading : order;
}
