import { conditionsOf, findTurning, type Turning } from "./find-turning.ts";

/**
 * Said of a command that turns nothing round: a card asks for the approval that is asked for here.
 */
const SOFT = new RegExp(
  [
    /(?:but |only )*(?:with|on|after) (?:my|our) (?:ok|okay|go|yes|approval|signal|word|permission|confirmation)/,
    /(?:only )?(?:message|notify|alert) me|only|first|today(?:'s)?|i mean|(?<=\b(?:a|the|my|savings|dca) )plan/,
    /some\b(?! [~\d$])|around\b(?! [~\d$])|(?<![\d:] ?)am|(?<=\b(?:i'd|we'd|would) )rather(?! not)/,
    /(?<=you )may(?= (?:let|continue|resume|carry|restart)\b)|(?<=\b(?:on|of|than|matter) )what\b/,
    // Of an order that runs a new pace stands in place of its old one.
    /(?<=\b(?:order|twap|dca) #?\d+\b[^.;]*\b(?:every|each)\b[^.;]*)instead\b(?! of)/,
    // What is to end is not needed any more.
    /(?:is|are|it)?(?:n[o'’]?t| not| no longer) (?:needed|necessary|required)\b(?! to)/,
    /(?:do(?:n[o'’]?t| not)|no longer) need\b(?! to\b)(?=.*\b(?:any ?more|any longer|now)\b)/,
    /(?:do not|don'?t) (?:overthink|worry|mind|panic|wait|be late)|not urgent|whenever(?= (?:you|it suits)\b|\W*$)/,
    /no(?:t in a)? (?:rush|hurry|worries|problem|pressure|stress|need to (?:wait|ask|rush|hurry))/,
    // A pace, and a pause between slices.
    /(?:each|every) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:each|every|per|a) (?:time|week|month|morning|evening)/,
    /wait(?= (?:for )?\d)/,
    /until (?:further notice|(?:it|they|all|everything)(?: of it)?(?:'s| is| are)(?: all)? (?:gone|done|spent|sold))/,
    /once(?= (?:per|an?|every|each)\b|\W*$)/,
    // "The vault should hold more", and not "should I".
    /should(?= (?:be|run|hold)\b)|(?:i|we) should like/,
    // "About 1 eth" is more or less of it, "my mind about dai" is not.
    /about (?![~\d$])/,
  ]
    .map(({ source }) => `\\b(?:${source})`)
    .join("|"),
  "gi",
);
/** "I want to try: sell 1 eth": no speaker's name says so much. */
const OWN_COLON =
  /^(\P{L}*(?:(?:i|we|i'd|need|want|please|my|let's|market|so|now|then|get|buy|sell|swap|convert)\b[^:.!?]*|(?:[^\s:]+\s+)*(?:is|it's|i'd|would|so|that|but|to|into|please)\b(?:\s+[^\s:]+)+)):/iu;
/** A price that an order waits for is watched. */
const PRICED = /\b(?:when|whenever|if|once|until)\b(?=[^,;.]*\d)/gi;
const REACHED = /\b(?:hits|reaches|falls|drops|rises|dips|below|above|under)\b/gi;
/** "Dear team, could you sell 1 eth?": a question of courtesy. */
const ASKED_FOR = /^(.*\b(?:can|could|will) you\b.*?)\?+\s*$/is;
/** "... and gas is low". */
const TIED = /\band\b[^,;.\d]*\b(?:is|are|isn't|aren't|gets|stays)\b(?![^,;.]*\d)/i;

/** A sentence without such words. */
export const softened = (sentence: string): string => sentence.replace(SOFT, " ");

/**
 * What turns a request round, in any of its sentences; one behind it may tell of the past.
 * `isWatched`: the call waits for a price. English only.
 */
export function turnedAround(text: string, isWatched: boolean): Turning | undefined {
  for (const [nth, said] of sentencesOf(text).entries()) {
    const sentence = softened(said.replace(OWN_COLON, "$1 ")).replace(ASKED_FOR, "$1");
    const turning = findTurning(sentence);
    if (turning !== undefined && (nth === 0 || turning.turn !== "past")) return turning;
    const unwatched = isWatched ? sentence.replace(PRICED, " ").replace(REACHED, " ") : sentence;
    const [condition = TIED.exec(sentence)?.[0]] = conditionsOf(unwatched);
    if (condition !== undefined) return { reason: "condition", word: condition };
  }
  return undefined;
}

/** A full stop behind an abbreviation ends none; "so" begins what follows from a remark. */
const BREAK =
  /(?<=(?<!\b(?:no|nr|e\.g|i\.e|vs|approx|etc|nos))[.!?])\s+|(?<=[;\n])|(?<=,) (?=so (?:please|get|sell|buy|swap|convert)\b|please\b)/i;
const sentencesOf = (text: string): string[] =>
  text.split(BREAK).filter((one) => one.trim() !== "");
