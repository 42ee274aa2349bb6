import type { ChainId } from "../../../schemas/chains.ts";
import { allow, type Verdict } from "../../lib/verdict.ts";
import type { Grounding } from "../../tools/grounding.ts";
import type { Tool } from "../../tools/tool.ts";
import { findDeception } from "../find-deception.ts";
import { QUOTE_MARK } from "../quote-mark.ts";
import { apart } from "./apart.ts";
import type { Claims } from "./claims.ts";
import { conditionsOf } from "./conditions-of.ts";
import { findTurning } from "./find-turning.ts";
import { matchFigures } from "./match-figures.ts";
import { type NotGrounded, notGrounded } from "./not-grounded.ts";
import { offerClaims } from "./offer-claims.ts";
import { ownItems } from "./own-items.ts";
import { type OwnReading, ownReading } from "./own-reading.ts";

/** What is offered: the arguments to run with, and lines for the card of what the words hold beside them. */
export type Offered = { args: Record<string, unknown>; notes: string[] };

/** Letters of phonetic alphabets: turned and hooked ones stand in for those that they look like ("sǝll"). Some are letters of a language. */
const PHONETIC = /(?![əɓɗɛɔŋ])[\u0250-\u02af\u1d00-\u1dbfǝ]/u;

/**
 * The second reading of a write that a model proposed, where the words do not ground it to the last of them (ground-call.ts): every
 * token and figure of the call has to stand in the operator's own unmarked words, in whatever form and language, each figure once.
 * Nothing acts by it: what it lets through waits as a card for its operator. Pure. Refuses with not_in_your_words.
 */
export function groundOffer(
  tool: Exclude<Tool, { effect: "read" }>,
  grounding: Grounding,
  call: Record<string, unknown>,
  { own, chainId }: { own: string; chainId: ChainId },
): Verdict<Offered> {
  const asked = { name: tool.name, example: grounding.example };
  const refused = (reason: NotGrounded, word?: string) => notGrounded(asked, reason, word);
  if (tool.needsSignature) return refused("needs_signature");
  const text = apart(own);
  const deception = findDeception(text);
  if (deception !== undefined) return refused(deception);
  if (
    [...text].some((letter) => /\p{L}/u.test(letter) && (letter.normalize("NFKC") !== letter || PHONETIC.test(letter)))
  )
    return refused("look_alike_characters");
  // What was cut out between words might have turned them round.
  if (own.includes(QUOTE_MARK)) return refused("unreadable");
  const items = ownItems(text);
  if (items === undefined) return refused("unclear_number");
  const turning = findTurning(text, items);
  if (turning !== undefined) return refused(turning.reason, turning.word);
  const tokens = Object.values(call).filter((value) => typeof value === "string");
  const reading = ownReading(items, text.toLowerCase(), tokens);
  const claims = offerClaims({ tool, grounding, args: call, reading, chainId });
  if ("reason" in claims) return refused(claims.reason, claims.word);
  const matched = matchFigures(claims.figures);
  if ("missing" in matched)
    return refused(claims.figures.find(({ name }) => name === matched.missing)?.reason ?? "figure");
  const left = leftOver(claims, matched.places, reading);
  const conditions = [...conditionsOf(text), ...left.times];
  // A figure beside a condition is the condition's; alone it may be what was meant.
  if (left.figures.length > 0 && (conditions.length === 0 || claims.isWhole))
    return refused("left_over", left.figures[0]);
  return allow({ args: claims.args, notes: notesOf(claims, conditions, left.figures) });
}

/** Figures and times of the words that no argument takes. A number word may be an article. */
function leftOver(
  { times }: Claims,
  places: ReadonlySet<number>,
  { items, times: all }: OwnReading,
): { figures: string[]; times: string[] } {
  const timed = new Set(all.map(({ figureAt }) => figureAt));
  const textAt = (at: number | undefined) => (at === undefined ? "" : (items[at]?.text ?? ""));
  return {
    figures: items.flatMap((item, at) =>
      item.kind === "figure" && !item.isSaid && !places.has(at) && !timed.has(at) ? [item.text] : [],
    ),
    times: all
      .filter((time) => !times.includes(time))
      .map(({ at, figureAt }) => `${textAt(figureAt)} ${textAt(at)}`.trim()),
  };
}

/** For the card: what was filled in, and what of the words is no part of the call, so that nobody takes it for heard. */
function notesOf({ filled }: Claims, conditions: readonly string[], figures: readonly string[]): string[] {
  return [
    ...(filled.length > 0 ? [`Filled in by default: ${filled.join("; ")}.`] : []),
    ...(conditions.length > 0
      ? [`Your words also say "${conditions.join(", ")}". That is not watched: once approved, this is done at once.`]
      : []),
    ...(figures.length > 0 ? [`Also in your words, and no part of this: ${figures.join(", ")}.`] : []),
  ];
}
