import { createCursor } from "./cursor.ts";
import type { FastPathCall } from "./fast-path-call.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import type { Lexeme } from "./lexeme.ts";
import type { PassReason } from "./pass-reason.ts";
import { readCancel } from "./read-cancel.ts";
import { readDelegation } from "./read-delegation.ts";
import { readFreeze } from "./read-freeze.ts";
import { readList } from "./read-list.ts";
import { readPause } from "./read-pause.ts";
import { readQuote } from "./read-quote.ts";
import { readSwap } from "./read-swap.ts";
import { readSwapShield } from "./read-swap-shield.ts";
import { readSwitch } from "./read-switch.ts";
import { readTwap } from "./read-twap.ts";
import type { Reader } from "./reader.ts";
import { SIDE_OF } from "./side-of.ts";

/** Every command by its first word; buying and selling have their own table (SIDE_OF). */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ["list", readList],
  ["show", readList],
  ["view", readList],
  ["cancel", readCancel],
  ["pause", readPause],
  ["resume", readPause],
  ["enable", readSwapShield],
  ["disable", readSwapShield],
  ["turn", readSwapShield],
  ["set", readDelegation],
  ["setup", readDelegation],
  ["revoke", readDelegation],
  ["freeze", readFreeze],
  ["switch", readSwitch],
  ["quote", readQuote],
  ["get", readQuote],
  ["give", readQuote],
  ["twap", readTwap],
  ["create", readTwap],
  ["start", readTwap],
  ["place", readTwap],
]);

/**
 * The command that a sentence is, to its last word, or why it is none. The first word chooses the reader, each later one
 * is looked at a fixed number of times.
 */
export function readCommand(sentence: readonly Lexeme[], context: FastPathContext): FastPathCall | PassReason {
  const cursor = createCursor(sentence);
  const verb = cursor.word(...SIDE_OF.keys(), ...READERS.keys());
  if (verb === undefined) return "words";
  const reader = READERS.get(verb) ?? readSwap;
  const reading = reader(cursor, verb, context);
  return cursor.isDone() ? reading : "words";
}
