import type { ChainId } from "../../../schemas/chains.ts";
import { tokenTable } from "../../chain/addresses.ts";
import { allow, type Refusal, type Verdict } from "../../lib/verdict.ts";
import { findTool } from "../../tables/find-tool.ts";
import type { Grounding } from "../../tools/grounding.ts";
import { findDeception } from "../find-deception.ts";
import { apart } from "../languages/apart.ts";
import { conditionsOf, findTurning } from "../languages/find-turning.ts";
import { translate } from "../languages/translate.ts";
import { mayBeThousands } from "../may-be-thousands.ts";
import { type NotGrounded, notGrounded } from "../not-grounded.ts";
import { QUOTE_MARK } from "../quote-mark.ts";
import { compareArguments, filledNotes, type NotSaid, type Stands, type Write } from "./compare-arguments.ts";
import { derived } from "./derived.ts";
import { differing } from "./differing.ts";
import { readWords } from "./read-words.ts";
import { plain as plainFigure } from "./said-figures.ts";
import { saidMessage } from "./said-message.ts";

/** The operator's own words of the last message (read-conversation.ts), and the chain of the request. */
export type OwnWords = { own: string; chainId: ChainId };
/** The arguments to run with, and lines for the card of what stands beside them in the words. `isOwn`: the words say all of it, and nothing else. */
export type Compared = { args: Record<string, unknown>; notes: readonly string[]; isOwn?: true };

/** An order with two addresses, all its figures and much courtesy has 300 characters. */
const MAX_LENGTH = 1_000;
/** Digits of any script but ours, and what counts as one: Roman, circled, raised. */
const OTHER_DIGITS = /(?![0-9])\p{N}/u;
/** Letters of phonetic alphabets: turned and hooked ones stand in for those that they look like ("sǝll"). Some are letters of a language. */
const PHONETIC = /(?![əɓɗɛɔŋ])[\u0250-\u02af\u1d00-\u1dbfǝ]/u;
/** Who writes "only with my ok" wants to be asked, and the card asks. */
const APPROVAL =
  /\b(?:but |only )*(?:with|on|after) (?:my|our) (?:ok|okay|go|yes|approval|signal|word|permission|confirmation)\b/gi;
/** Words of a price that an order waits for. */
const PRICED = /\b(?:when|whenever|if|once|hits|reaches|falls|drops|rises|dips|below|above|under|only)\b/gi;

/**
 * A write that a model proposed, held against the operator's own words (decision 557). What the reader makes of them, or of them put into English, is the
 * call or does not contradict it; else every argument stands on a figure, token or word of its type there, and none of those is left over. Nothing acts by
 * it: what passes is shown as a card. Pure. Refuses with not_in_your_words.
 */
export function compareCall(tool: Write, args: Record<string, unknown>, { own, chainId }: OwnWords): Verdict<Compared> {
  const grounding = tool.model === "hidden" ? undefined : tool.model.grounding;
  const refused = ({ reason, word }: NotSaid): Refusal =>
    notGrounded({ name: tool.name, ...(grounding && { example: grounding.example }) }, reason, word);
  const looks = lookOf(own);
  if (looks !== undefined) return refused({ reason: looks });
  if (grounding === undefined) return refused({ reason: "other_tool" });
  const isForeign = (name: string) => !Object.hasOwn(grounding.fields, name);
  if (Object.keys(args).some(isForeign) || !tool.input.safeParse(args).success) return refused({ reason: "field" });
  // "1.000" would stand on the card, and may be a thousand to who reads it.
  const isTwofold = (value: unknown) => typeof value === "string" && mayBeThousands(value);
  if (Object.values(args).some(isTwofold)) return refused({ reason: "amount" });
  const reserved = own.match(APPROVAL) ?? [];
  const words = own
    .replace(APPROVAL, "")
    .replace(/\bwith\s+out\b/gi, "without")
    .replace(/\bplus or minus\b/gi, "±")
    .replace(/\bat once\b/gi, "now")
    .replace("orderType" in grounding.fields ? "" : /\bat (?:the )?(?:market|best)(?: price)?\b/gi, "");
  const plain = translate(words);
  if (plain === undefined) return refused({ reason: "unclear_number" });
  // What turns English round the reader knows by itself, with the bounds in which it does not.
  const isWatched = Object.values(grounding.fields).some(({ is }) => is === "condition");
  const turned = turningOf(words, isWatched ? words.replace(PRICED, "") : words);
  if (plain.isForeign && turned !== undefined) return refused(turned);
  const unused = [...plain.unknown, ...reserved];
  const read = readAs(tool, grounding, args, { ...plain, chainId });
  if (read !== undefined && "reason" in read) return refused(read);
  // A trade is the reader's to know, with the bounds in which a word turns nothing; of other requests each argument is looked at.
  const isTrade = "amountIn" in grounding.fields || "sellToken" in grounding.fields;
  const isRead = read !== undefined && isTrade && findTurning(words) === undefined;
  if (!isRead && turned !== undefined) return refused(turned);
  const found = isRead ? read : compareArguments(tool, grounding, args, { ...plain, chainId });
  if ("reason" in found) return refused(found);
  const over = [...found.unused, ...unused];
  const isOwn = over.length === 0 && !plain.isForeign && found.isExact;
  if (tool.needsSignature && !isOwn) return refused({ reason: "needs_signature" });
  return allow({
    args: found.args,
    notes: [...found.notes, ...unusedNote(over)],
    ...(isOwn && grounding.card === undefined && { isOwn: true as const }),
  });
}

/** What nothing was read from stands on the card as it was written. */
export const unusedNote = (words: readonly string[] = []): string[] =>
  words.length === 0 ? [] : [`Not used of your words: ${words.map((word) => `"${word}"`).join(", ")}.`];

/** The reader's own word on it: the same call, or another. Undefined where it read neither. */
function readAs(
  tool: Write,
  grounding: Grounding,
  args: Record<string, unknown>,
  { text, isForeign, chainId }: { text: string; isForeign: boolean; chainId: ChainId },
): Stands | NotSaid | undefined {
  const reading = readWords(text, { chainId, tokens: tokenTable });
  if (typeof reading === "string" || reading.unused !== undefined) return undefined;
  const found = findTool(reading.tool);
  if (!found.ok || found.value.effect === "read") return undefined;
  // Put into English word by word the order of the words is another language's.
  if (reading.tool !== tool.name) return isForeign ? undefined : { reason: "other_tool" };
  if (reading.share !== undefined || reading.chainId !== undefined) return undefined;
  const difference = differing(reading.args, args, chainId);
  if (difference?.isContradiction && !isForeign) return { reason: difference.reason, word: difference.said };
  const { figures } = saidMessage(text, { tokens: [], hasTo: false, hasAt: true, isForeign: false });
  const worked = Object.entries(args).flatMap(([name, value]) =>
    figures.some((figure) => figure.value === plainFigure(String(value)))
      ? []
      : (derived(name, args, figures)?.note ?? []),
  );
  // Whether an order executes by itself is the words' to say.
  const isOrder = "totalAmount" in args;
  const run = isOrder ? { ...args, autoExecute: reading.args.autoExecute === true } : args;
  const notes = [
    ...worked.map((note) => `Worked out from your words: ${note}.`),
    ...(reading.note === undefined || reading.note === "" ? [] : reading.note.split("\n")),
    ...filledNotes(run, grounding),
  ];
  return difference === undefined ? { args: run, notes, unused: [], isExact: true } : undefined;
}

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

/** A condition is not watched, so what hangs on one is refused as what is asked about or taken back. */
function turningOf(words: string, unwatched: string): NotSaid | undefined {
  const turning = findTurning(words);
  if (turning !== undefined) return turning;
  const [condition] = conditionsOf(unwatched);
  return condition === undefined ? undefined : { reason: "condition", word: condition };
}
