import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf } from "../../chain-of.ts";
import { conditionsOf, findTurning } from "../languages/find-turning.ts";
import { chainOfWord } from "./chain-of-word.ts";
import type { Item } from "./item.ts";
import type { PassReason } from "./pass-reason.ts";
import type { ReadCall } from "./read-call.ts";
import { readingOf } from "./reading-of.ts";

/** More words than these that nothing was read from are no command with a remark. */
const MOST_UNUSED = 4;
/** Verbs of other requests, and words that join, except, compare or measure: left over they are a part of another command, and no remark. */
const MEANING: ReadonlySet<string> = new Set(
  `and then also or but except plus no all every everything another both either rather unless than between about around guess depends table dozen annum
  nova zk sepolia testnet goerli zkevm beacon sell buy selling buying swap swapping convert exchange trading dump unload offload purchase liquidate dca twap
  bridge bridging transfer send stake unstake undelegate redeem freeze lock cancel delete remove pause resume skip stop revoke delegate delegation enable disable
  wrap unwrap long short leverage limit limits trigger triggers deposit withdraw claim collect burn mint sync slice slices position positions shield per
  increase decrease raise loosen lower change switch max maximum min minimum least most over under above below off up until never lift unfreeze thaw release renew free wrong behalf panic emergency hacked halt suspend slippage activate deactivate info vault nav hyperliquid hl gmx fees fee kill axe nix scrap abort cxl orders twaps strategies dcas event death condition case too ugh haha lol lmao jk kidding sudo siri alexa tell balance portfolio
  mon tue tues wed thu thur fri sat sun monday tuesday wednesday thursday friday saturday sunday`.split(/\s+/),
);
const PICTURE = /^\p{Extended_Pictographic}$/u;
/** What belongs to a picture, and shows nothing by itself. */
const INVISIBLE = /^[\u200d\ufe0f]$/;
/** "Could I swap": courtesy, with the question mark at its end. "Some": the amount was said. */
const MAY_I =
  /^\P{L}*(?:(?:hi|hello|hey)\P{L}+)?(?:can|could|would) i\b|^\P{L}*do (?:a|an|the)\b|\b(?:i|we) wish to\b|^\P{L}*(?:please )?i would\b|\bsome\b/giu;
const NEGATED = /n['’]t$/;

/** Not said to us, a part of a sentence, or its thanks. */
const NO_START =
  /^\P{L}*\(|^\W*(?:and|but|or|so|e\.g)\b|^\P{L}*(?:thank you|thanks) for\b|\b(?:we|i) (?:like|love|tend|plan|hope) to\b/iu;
/** A word behind one of these is a place, and behind a figure its unit: known, or the message is none. */
const PLACES: ReadonlySet<string> = new Set(["on", "via", "through", "@"]);

type Said = {
  text: string;
  items: readonly Item[];
  chainId: ChainId;
  spans: readonly (readonly [number, number])[];
  /** Where the only verb of a trade stands: "and" behind it joins no other. */
  verbAt?: number;
};

/**
 * The call with what is left over of its message, or why that makes it none. `spans`: what it was read from, whose words turn nothing round.
 */
export function guarded(
  call: ReadCall,
  left: readonly Item[],
  { text, items, chainId, spans, verbAt = Number.POSITIVE_INFINITY }: Said,
): ReadCall | PassReason {
  if (NO_START.test(text)) return "words";
  const over = left.filter(
    (item) =>
      !isStroke(item, items) &&
      !/^[,;:.!?()]$/.test(readingOf(item, "mark") ?? "") &&
      !INVISIBLE.test(text.slice(item.start, item.end)),
  );
  const said = over.map((item) => text.slice(item.start, item.end));
  if (CUT_OFF.test(text)) return "words";
  if (over.some((item) => item.readings.some(({ is, value }) => is === "odd" && !PICTURE.test(String(value)))))
    return "characters";
  const isOpen = over.some((item) => item.readings.some(({ is }) => !["word", "odd"].includes(is)));
  const isMeant = over.some((item) => {
    const word = readingOf(item, "word") ?? "";
    if (word === "and" && item.start > verbAt) return false;
    return MEANING.has(word) || NEGATED.test(word) || chainOfWord(word) !== undefined || isUnknown(item, items, over);
  });
  if (isOpen || isMeant || over.length > MOST_UNUSED) return "words";
  // Where a call takes nothing from its words, what is left over may be what they are about: "freeze peas".
  const isBare = call.tool !== "" && call.share === undefined && Object.keys(call.args).length === 0;
  if (isBare && said.length > 0) return "words";
  // Of what nothing was read from, with groups of thousands in one.
  const rest = blanked(text, spans, over).replace(/(\d),(?=\d)/g, "$1");
  const isCourtesy = MAY_I.test(text.trim());
  const asked = rest.replace(MAY_I, " ");
  const turned = findTurning(isCourtesy ? asked.replace(/\?\s*$/, "") : asked);
  if (turned !== undefined || conditionsOf(said.join(" ")).length > 0) return "words";
  // From a chain to itself.
  const { destinationChain: to, sourceChain: from } = call.args;
  if (to !== undefined && to === (from ?? chainOf(chainId).name)) return "unclear";
  return { ...call, ...(said.length > 0 && { unused: said }) };
}

/** Behind one of these something was still to come. */
const CUT_OFF =
  /(?:\b(?:with|for|and|at|to|in|of|if|but|or|every|(?<!now )on|via|over|per|from|into|by|the|when)|[(–—-])\s*$/iu;

/** "6 clips / 30 min": between no tokens it only parts. */
function isStroke(item: Item, items: readonly Item[]): boolean {
  const at = items.indexOf(item);
  const isPair = [items[at - 1], items[at + 1]].some((next) => readingOf(next, "coin") !== undefined);
  return readingOf(item, "mark") === "/" && !isPair;
}

/** Whether a word stands where a unit or a place does. */
function isUnknown(item: Item, items: readonly Item[], over: readonly Item[]): boolean {
  const before = items[items.indexOf(item) - 1];
  if (before === undefined || readingOf(item, "word") === undefined) return false;
  if (PLACES.has(readingOf(item, "word") ?? "")) return true;
  const isPlace = over.includes(before) && PLACES.has(readingOf(before, "word") ?? readingOf(before, "mark") ?? "");
  const isUnit = readingOf(before, "number") !== undefined && /[0-9]/.test(readingOf(before, "number") ?? "");
  return isPlace || (isUnit && !over.includes(before) && !BEHIND_FIGURES.has(readingOf(item, "word") ?? ""));
}

/** They follow a figure without being its unit. */
const BEHIND_FIGURES: ReadonlySet<string> = new Set(
  "and at by with for to from in into on of please now then pls directly via using through automatically when if is each total only spot size more out over back here there be as i we".split(
    " ",
  ),
);

/** A colon before which only words stand that were read speaks of nobody. */
function blanked(text: string, spans: Said["spans"], over: readonly Item[]): string {
  const colon = text.indexOf(":");
  const isOwn = colon >= 0 && over.every(({ start }) => start > colon);
  let rest = isOwn ? `${text.slice(0, colon)} ${text.slice(colon + 1)}` : text;
  for (const [start, end] of spans) rest = `${rest.slice(0, start)}${" ".repeat(end - start)}${rest.slice(end)}`;
  return rest;
}
