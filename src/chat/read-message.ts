import { unwrap } from "../errors.ts";
import { findTool } from "../tables/find-tool.ts";
import { getSwapQuote } from "../tools/get-swap-quote.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import { cancelTriggerOrder } from "../triggers/tools/cancel-trigger-order.ts";
import { actsAtOnce } from "./acts-at-once.ts";
import { answerOf } from "./answers/answer-of.ts";
import { fastPath } from "./fast-path/fast-path.ts";
import { readIntent } from "./intent/read-intent.ts";
import { isStop } from "./is-stop.ts";
import { askBack } from "./questions/ask-back.ts";
import { firstOfSeveral } from "./questions/first-of-several.ts";
import type { FastPathContext } from "./reader/fast-path-context.ts";
import { readNearest, readWords } from "./reader/read-words.ts";
import type { CommandReading, FastPathReading } from "./run-turn.ts";

/**
 * The operator's own last message without a model: by the rules, and where they read no call, by
 * what was learned of messages of others (src/chat/intent). That is a guess, which never acts: it
 * looks, or waits as a card, what stops something too.
 */
export function readMessage(text: string, context: FastPathContext): FastPathReading {
  const reading = readByRules(text, context);
  const isRead = reading.kind === "answer" || (reading.kind === "call" && reading.isGuess !== true);
  if (isRead || (reading.kind === "pass" && reading.reason === "too_long")) return reading;
  const { found: intent, certainty } = readIntent(text, context) ?? { certainty: 0 };
  if (intent?.kind === "call") {
    const isLook = unwrap(findTool(intent.tool)).effect === "read";
    // What a question is about is more than a look, and is only known better for sure.
    const isBetter = certainty > CERTAIN && (!isLook || intent.tool === getSwapQuote.name);
    if (reading.kind === "ask" && !isBetter) return reading;
    return { ...intent, isGuess: true, ...(!isLook && { waits: true }) };
  }
  if (reading.kind === "ask" || intent === undefined) return reading;
  if (intent.kind === "answer") return { ...intent, isGuess: true };
  const ask = askBack("help", (words) => isCommand(words, context));
  // Told and not asked: a guess of help keeps no question.
  return ask === undefined || !HELP.test(text)
    ? reading
    : { kind: "answer", answer: { of: "help", text: ask.text }, isGuess: true };
}

/** What nobody asks about is not answered by help, which costs a turn. */
const HELP = /\b(?:help|how|what can|can (?:you|i|this)|start|begin|commands?|examples?|works?)\b/i;

/** So likely is a guess that takes a question's place. */
const CERTAIN = 0.9;

/**
 * A message by the rules alone: by the plain grammar, else by the reader (src/chat/reader), else as
 * several commands of which the first runs. What these pass and a rule of src/chat/questions knows
 * is a question. Else the reason that helps more to mend it: the plain grammar's, unless only the
 * reader understood what was begun. A write that the plain grammar alone does not read `waits` as a
 * card, but for what stops something.
 */
export function readByRules(text: string, context: FastPathContext): FastPathReading {
  const reading = readAny(text, context);
  if (
    reading.kind !== "call" ||
    (!NOT_ASCII.test(text) &&
      (isAtOnce(reading) || (!ADDRESS.test(text) && fastPath(text, context).kind === "call")))
  )
    return reading;
  return { ...reading, waits: true };
}

/**
 * Whoever reads a chat's words beside its operator may read other characters wrongly, or not at
 * all.
 */
const NOT_ASCII = /[^\t\n\r -~]/;

/** Nobody reads forty hex digits: a card shows what token they are, or that it is on no list. */
const ADDRESS = /0x[0-9a-f]{40}/i;

/**
 * A read, or a stop that is the whole message. A stop of all orders, and of a trigger order, which
 * may be a stop-loss, waits.
 */
const isAtOnce = ({
  tool,
  args,
  isExact,
  unused = [],
}: Extract<CommandReading, { kind: "call" }>): boolean =>
  actsAtOnce(tool) &&
  (!isStop(tool) ||
    (isExact === true && unused.length === 0 && args.id !== 0 && tool !== cancelTriggerOrder.name));

function readAny(text: string, context: FastPathContext): FastPathReading {
  const answer = answerOf(text);
  const reading = readCommandLine(text, context);
  // A look at the whole vault is answered by what it holds; any other command is one.
  if (answer !== undefined && (reading.kind === "pass" || reading.tool === getVaultInfo.name))
    return { kind: "answer", answer };
  if (reading.kind !== "pass" || reading.reason === "too_long") return reading;
  const first = firstOfSeveral(text, (words) => readCommandLine(words, context));
  if (first !== undefined) return first;
  const ask = askBack(text, (words) => isCommand(words, context), context.nowMs);
  if (ask !== undefined) return { kind: "ask", ask };
  const near = readNearest(text, context);
  return near === undefined ? reading : { ...near, isGuess: true };
}

const isCommand = (words: string, context: FastPathContext): boolean =>
  readCommandLine(words, context).kind === "call" || answerOf(words) !== undefined;

function readCommandLine(text: string, context: FastPathContext): CommandReading {
  const plain = fastPath(text, context);
  if (plain.kind === "call" || plain.reason === "too_long") return plain;
  const short = readWords(text, context);
  if (typeof short !== "string") return short;
  return { kind: "pass", reason: MENDABLE.includes(plain.reason) ? plain.reason : short };
}

const MENDABLE: readonly string[] = ["incomplete", "unclear", "unknown_token"];
