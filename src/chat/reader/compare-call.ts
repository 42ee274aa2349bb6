import type { ChainId } from "../../../schemas/chains.ts";
import { allow, type Refusal, type Verdict } from "../../lib/verdict.ts";
import type { Grounding } from "../../tools/grounding.ts";
import { findDeception } from "../find-deception.ts";
import { apart } from "../languages/apart.ts";
import { conditionsOf, findTurning } from "../languages/find-turning.ts";
import { translate } from "../languages/translate.ts";
import { mayBeThousands } from "../may-be-thousands.ts";
import { type NotGrounded, notGrounded } from "../not-grounded.ts";
import { QUOTE_MARK } from "../quote-mark.ts";
import { compareArguments, type Known, type NotSaid, type Write } from "./compare-arguments.ts";
import { cutsOf } from "./cuts-of.ts";
import { spelledOut } from "./word-classes.ts";

/**
 * The operator's own words of the last message (read-conversation.ts), and the chain of the
 * request.
 */
export type OwnWords = Known & { own: string; chainId: ChainId };
/**
 * The arguments to run with, and lines for the card of what stands beside them in the words.
 * `isOwn`: the words say all of it, and nothing else.
 */
export type Compared = { args: Record<string, unknown>; notes: readonly string[]; isOwn?: true };

/** An order with two addresses, all its figures and much courtesy has 300 characters. */
const MAX_LENGTH = 1_000;
/** Digits of any script but ours, and what counts as one: Roman, circled, raised. */
const OTHER_DIGITS = /(?![0-9])\p{N}/u;
/** Behind one of these something was still to come. */
const CUT_OFF =
  /\b(?:at|by|for|with|to|if|when|until|below|above|under|every|and|but|or|unless|except)\s*[.!]*$/i;
/**
 * Letters of phonetic alphabets: turned and hooked ones stand in for those that they look like
 * ("sǝll"). Some are letters of a language.
 */
const PHONETIC = /(?![əɓɗɛɔŋ])[\u0250-\u02af\u1d00-\u1dbfǝ]/u;
/**
 * A write that a model proposed, held against the operator's own words (decision D57): every
 * argument stands on a figure, token or word of its type there, and none of those is left over; no
 * sentence with its figures is turned round. Nothing acts by it: what passes is shown as a card.
 * Pure. Refuses with not_in_your_words.
 */
export function compareCall(
  tool: Write,
  args: Record<string, unknown>,
  { own, chainId, ...known }: OwnWords,
): Verdict<Compared> {
  const grounding = tool.model === "hidden" ? undefined : tool.model.grounding;
  const refused = ({ reason, word }: NotSaid): Refusal =>
    notGrounded(
      { name: tool.name, ...(grounding && { example: grounding.example }) },
      reason,
      word,
    );
  const looks = lookOf(own);
  if (looks !== undefined) return refused({ reason: looks });
  if (grounding === undefined) return refused({ reason: "other_tool" });
  const isForeign = (name: string) => !Object.hasOwn(grounding.fields, name);
  if (Object.keys(args).some(isForeign) || !tool.input.safeParse(args).success)
    return refused({ reason: "field" });
  // "1.000" would stand on the card, and may be a thousand to who reads it.
  const isTwofold = (value: unknown) => typeof value === "string" && mayBeThousands(value);
  if (Object.values(args).some(isTwofold)) return refused({ reason: "amount" });
  const words = own
    .replace(/\bwith\s+out\b/gi, "without")
    .replace(/\bplus or minus\b/gi, "±")
    .replace(/\bat once\b/gi, "now")
    .replace(
      "orderType" in grounding.fields ? "" : /\bat (?:the )?(?:market|best)(?: price)?\b/gi,
      "",
    );
  if (CUT_OFF.test(words)) return refused({ reason: "unreadable" });
  const plain = translate(words);
  if (plain === undefined) return refused({ reason: "unclear_number" });
  // What turns English round is told by sentences (compare-arguments.ts), another language as a
  // whole.
  const turned = plain.isForeign ? (findTurning(words) ?? conditionIn(words)) : undefined;
  if (turned !== undefined) return refused(turned);
  const tried = (
    plain.isForeign ? [{ text: plain.text, dropped: [] }] : cutsOf(plain.text, actsOf(grounding))
  ).map(({ text, dropped }) => ({
    dropped,
    found: compareArguments(tool, grounding, args, { ...plain, ...known, text, chainId }),
  }));
  const [whole, ...cuts] = tried;
  const { found, dropped } =
    [whole, ...cuts].find((one) => one !== undefined && !("reason" in one.found)) ??
    cuts.find(isKnowable) ??
    whole ??
    NONE;
  if ("reason" in found) return refused(found);
  const over = [...dropped, ...found.unused, ...plain.unknown];
  const isOwn = over.length === 0 && !plain.isForeign && found.isExact;
  if (tool.needsSignature && !isOwn) return refused({ reason: "needs_signature" });
  return allow({
    args: found.args,
    notes: [...found.notes, ...unusedNote(over)],
    ...(isOwn && grounding.card === undefined && { isOwn: true as const }),
  });
}

/**
 * Words of the deed; those of a trade are words of any sentence ("get", "need"), its figures and
 * tokens hold it.
 */
const actsOf = ({ acts, fields }: Grounding): ReadonlySet<string> =>
  new Set(
    "amountIn" in fields || "sellToken" in fields ? [] : spelledOut(acts.join(" ")).split(/[ +|]/),
  );

/** What the open orders or a balance may still tell (known-of.ts). */
const isKnowable = ({ found }: { found: object }): boolean =>
  "reason" in found && (found.reason === "order_id" || found.reason === "amount");

const NONE = { found: { reason: "no_words" } as NotSaid, dropped: [] };

/** What nothing was read from stands on the card as it was written. */
export const unusedNote = (words: readonly string[] = []): string[] =>
  words.length === 0
    ? []
    : [`Not used of your words: ${words.map((word) => `"${word}"`).join(", ")}.`];

function lookOf(own: string): NotGrounded | undefined {
  if (own.length > MAX_LENGTH) return "too_long";
  if (own.trim() === "") return "no_words";
  const deception = findDeception(apart(own));
  if (deception !== undefined) return deception;
  const isDressed = (letter: string) =>
    /\p{L}/u.test(letter) && (letter.normalize("NFKC") !== letter || PHONETIC.test(letter));
  if ([...own].some(isDressed)) return "look_alike_characters";
  if (OTHER_DIGITS.test(own)) return "unclear_number";
  // What was cut out between words might have turned them round.
  return own.includes(QUOTE_MARK) ? "unreadable" : undefined;
}

/**
 * A condition is not watched, so what hangs on one is refused as what is asked about or taken back.
 */
function conditionIn(words: string): NotSaid | undefined {
  const [condition] = conditionsOf(words);
  return condition === undefined ? undefined : { reason: "condition", word: condition };
}
