import { conditionsOf, findTurning, type Turning } from "./find-turning.ts";

/** Said of a command that turns nothing round: a card asks for the approval that is asked for here. */
const SOFT =
  /\b(?:once(?= (?:per|an?|every|each)\b)|until (?:it|they|all|everything)(?: of it)?(?:'s| is| are)(?: all)? (?:gone|done|spent|sold)|only|today(?:'s)?|i mean|some(?= (?:of|more))|(?<=me )some|first|(?:but |only )*(?:with|on|after) (?:my|our) (?:ok|okay|go|yes|approval|signal|word|permission|confirmation))\b/gi;
/** "About 1 eth" is more or less of it, "my mind about dai" is not. */
const ABOUT = /\babout (?![~\d$])/gi;
/** "... and gas is low". */
const TIED = /\band\b[^,;.\d]*\b(?:is|are|isn't|aren't|gets|stays)\b(?![^,;.]*\d)/i;
/** "I want to try: sell 1 eth": no speaker's name. */
const OWN_COLON = /^((?:\P{L}*)(?:i|we|i'd|need|want|please|my|let's)\b[^:.!?]*):/iu;
/** A price that an order waits for is watched. */
const PRICED =
  /\b(?:when|whenever|if|once|only|until|hits|reaches|falls|drops|rises|dips|below|above|under)\b(?=[^,;.]*\d)/gi;
const REACHED =
  /(?<=\d[^,;.]*)\b(?:reaches|hits|is hit)\b|\b(?:hits|reaches|falls|drops|rises|dips|below|above|under)\b/gi;

/**
 * What turns a request round, told by sentences: those that hold its figures (`places`, offsets in the text) may not be turned at all; one before them may ask,
 * report on itself or wish; none may take it back or tie it. `isWatched`: the call waits for a price. Where they are not known yet only a message of one
 * sentence is judged. English only.
 */
export function turnedAround(
  text: string,
  places: readonly number[] | undefined,
  isWatched: boolean,
): Turning | undefined {
  const sentences = sentencesOf(text);
  if (places === undefined && sentences.length > 1) return undefined;
  const isHolding = ([start, end]: Span) =>
    places === undefined || places.length === 0 || places.some((at) => at >= start && at < end);
  const first = Math.max(0, sentences.findIndex(isHolding));
  for (const [nth, span] of sentences.entries()) {
    const sentence = text
      .slice(...span)
      .replace(SOFT, " ")
      .replace(ABOUT, " ")
      .replace(OWN_COLON, "$1 ");
    const turning = findTurning(sentence);
    const isRemark =
      !isHolding(span) &&
      nth < first &&
      (turning?.turn === "asks" || turning?.turn === "maybe" || turning?.turn === "past");
    if (turning !== undefined && !isRemark) return turning;
    const unwatched = isWatched ? sentence.replace(PRICED, " ").replace(REACHED, " ") : sentence;
    const [condition = TIED.exec(sentence)?.[0]] = conditionsOf(unwatched);
    if (condition !== undefined) return { reason: "condition", word: condition };
  }
  return undefined;
}

type Span = readonly [start: number, end: number];

/** A full stop behind an abbreviation ends none. */
function sentencesOf(text: string): Span[] {
  const ends = [...text.matchAll(/(?<!\b(?:no|nr|e\.g|i\.e|vs|approx|etc))[.!?]+(?=\s)|[;\n]+/gi)].map(
    ({ index, 0: mark }) => index + mark.length,
  );
  return [0, ...ends]
    .map((start, nth) => [start, ends[nth] ?? text.length] as const)
    .filter(([start, end]) => text.slice(start, end).trim() !== "");
}
