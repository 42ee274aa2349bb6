import { conditionsOf, findTurning, type Turning } from "./find-turning.ts";

/**
 * Said of a command that turns nothing round: a card asks for the approval that is asked for here.
 */
const SOFT = new RegExp(
  [
    /(?:but |only )*(?:with|on|after) (?:my|our) (?:ok|okay|go|yes|approval|signal|word|permission|confirmation)/,
    /(?:only )?(?:message|notify|alert) me|only|first|today(?:'s)?|i mean|some(?= (?:of|more))|(?<=me )some|(?<=\b(?:a|the|my|savings|dca) )plan|(?<![\d:] ?)am/,
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
  /^(\P{L}*(?:(?:i|we|i'd|need|want|please|my|let's|market|so|now|then)\b[^:.!?]*|(?:[^\s:]+\s+)*(?:is|it's|i'd|would|so|that|but|to|into|please)\b(?:\s+[^\s:]+)+)):/iu;
/** A price that an order waits for is watched. */
const PRICED = /\b(?:when|whenever|if|once|until)\b(?=[^,;.]*\d)/gi;
const REACHED = /\b(?:hits|reaches|falls|drops|rises|dips|below|above|under)\b/gi;
/** "Dear team, could you sell 1 eth?": a question of courtesy. */
const ASKED_FOR = /^(.*\b(?:can|could|will) you\b.*?)\?+\s*$/is;
/** "... and gas is low". */
const TIED = /\band\b[^,;.\d]*\b(?:is|are|isn't|aren't|gets|stays)\b(?![^,;.]*\d)/i;

/**
 * What turns a request round, in any of its sentences; one behind it may tell of the past.
 * `isWatched`: the call waits for a price. English only.
 */
export function turnedAround(text: string, isWatched: boolean): Turning | undefined {
  for (const [nth, said] of sentencesOf(text).entries()) {
    const sentence = said.replace(OWN_COLON, "$1 ").replace(SOFT, " ").replace(ASKED_FOR, "$1");
    const turning = findTurning(sentence);
    if (turning !== undefined && (nth === 0 || turning.turn !== "past")) return turning;
    const unwatched = isWatched ? sentence.replace(PRICED, " ").replace(REACHED, " ") : sentence;
    const [condition = TIED.exec(sentence)?.[0]] = conditionsOf(unwatched);
    if (condition !== undefined) return { reason: "condition", word: condition };
  }
  return undefined;
}

/** It takes a command back, forbids it, ties it, begins another or speaks of what follows. */
const NO_REMARK =
  /^\P{L}*(?:(?:please|pls|but|and|ok|okay|oh|hey|then|so|only|just|can you|could you|you)\b\W*)*(?:(?:do not|don'?t|never|no|nope|not|nothing|neither|if|when|unless|once|as soon|in case|before|after|until|stop|wait|hold|ignore|forget|nevermind|undo|abort|kidding|jk|avoid|refuse|what if|should|shall|cancel|pause|resume|skip|freeze|sell|buy|swap|convert|exchange|bridge|send|move|transfer|stake|unstake|close|open|set|deposit|withdraw|long|short|twap|dca|wrap|unwrap|claim|collect|remove|delete)\b)|n[o'’]t (?:the time|now|yet|to|allowed)\b|\b(?:ignore|following|example|quot\w+|forward\w*|hypothetical\w*|pretend|imagine|suppose|(?:wrote|said|says|do|does|did|run|execute|obey) (?:this|that|so|it|the|what))\b/iu;
/** Cuts of a message that are tried. */
const MOST_CUTS = 4;

/**
 * A message without the remarks before its command, one more each time: `text` is what is left,
 * `dropped` stands on the card. A sentence with a figure is a remark only where it tells, asks or
 * wishes.
 */
export function cutsOf(text: string): { text: string; dropped: string[] }[] {
  const sentences = sentencesOf(text).flatMap((sentence) => sentence.split(COLON));
  const cuts = [{ text, dropped: [] as string[] }];
  for (const [nth, sentence] of sentences
    .slice(0, Math.min(MOST_CUTS, sentences.length - 1))
    .entries()) {
    const turning = findTurning(sentence);
    if (NO_REMARK.test(sentence) || (/\d/.test(sentence) && turning === undefined)) break;
    // "My boss wrote me: ..."
    if (
      /:\s*$/.test(sentence) &&
      (turning?.turn === "told" || turning?.turn === "not" || !OWN_COLON.test(sentence))
    )
      break;
    cuts.push({
      text: sentences.slice(nth + 1).join(" "),
      dropped: sentences.slice(0, nth + 1).map((one) => one.trim()),
    });
  }
  return cuts;
}

/** A full stop behind an abbreviation ends none; "so" begins what follows from a remark. */
const BREAK =
  /(?<=(?<!\b(?:no|nr|e\.g|i\.e|vs|approx|etc|nos))[.!?])\s+|(?<=[;\n])|(?<=,) (?=so (?:please|get|sell|buy|swap|convert)\b|please\b)/i;
const sentencesOf = (text: string): string[] =>
  text.split(BREAK).filter((one) => one.trim() !== "");
/** Also at a colon. */
const COLON = /(?<=:)\s+/;
