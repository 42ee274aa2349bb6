import { parseVenue } from "../../venues/parse-venue.ts";
import { conditionsOf, findTurning } from "../languages/find-turning.ts";
import { softened } from "../languages/turned-around.ts";
import { chainOfWord } from "./chain-of-word.ts";
import { LEX_WORDS } from "./lex-words.ts";
import { DEEDS } from "./not-asked-for.ts";
import { listedCoins } from "./said-message.ts";

/** A message without its remarks: `text` is what is left, `dropped` stands on the card. */
export type Cut = { text: string; dropped: readonly string[] };

/** Where one thing ends and another begins; a full stop behind an abbreviation ends none. */
const PART =
  /(?<=(?<!\b(?:no|nr|e\.g|i\.e|vs|approx|etc|nos))[.!?]|[,;\n:)]|\s[-–—]+)\s+|\s+(?=[(]|(?:because|cause|cuz|coz|since|but|so that|so(?! (?:much|many|far|long))|as (?:i|we|it|my|our|the|there|approved|agreed|per|discussed)|and (?:i|we|i'm|it|it's|my|our|the|there)) )/i;
/** Words of an order's options: a part with one of them is no remark. */
const OPTIONS = new Set(
  `automatically notify only each every per apart slice slices parts pieces twap dca split limit stop price cap floor max maximum min minimum least most slippage total amount above below
  under over all everything half quarter third rest entire whole market instead gwei gas-cap route venue exchange`.split(
    /\s+/,
  ),
);
/** Words before what a part is about. */
const LEAD =
  /^\W*(?:good )?(?:(?:morning|afternoon|evening|night)\b\W*)?(?:(?:please|pls|and|ok|okay|oh|hey|hi|well|also|just|then|anyway|anyhow|right|alright|look|listen|because|cause|cuz|coz|since|as|so that|so|for|but|honestly|btw|fyi)\b\W*)*/i;
/** What takes a command back, forbids it or begins another where a part begins with it. */
const TAKES =
  /^(?:only |just |then |actually |you |can you |could you )*(?:(?:do not|don'?t)(?! (?:overthink|worry|mind|panic|wait|be late)\b)|never|no(?! (?:rush|hurry|worries|problem|idea|pressure|stress|longer)\b)|nope|nah|not(?! (?:urgent|in a (?:hurry|rush))\b)|nothing|neither|none|stop|wait|hold|ignore|forget|never ?mind|nvm|undo|abort|kidding|jk|lol no|avoid|refuse|what if|should|shall|whether|suppose|pretend|imagine|hypothetical\w*|explain|translate|cancel|scratch|reverse|opposite|or|again|rather|maybe|perhaps|possibly|probably|eventually|ideally|later|someday|soon)\b/i;
/** Behind its subject. */
const TAKES_BACK =
  /n[o'’]?t (?:do|mean|meant|want|say|said|ask|order|serious|now|yet|ready|allowed|sure|that|this|it|so|to|real|really|happen|agree|approve|authori[sz]\w+|my|the time)\b|\b(?:ignore|obey|following|examples?|quot\w+|forward\w*|hypothetical\w*|pretend|imagine|suppose|tests?|testing|jokes?|joking|kidding|serious|changed my mind|second thought|instructions?|prompt|system|assistant|developer|admin)\b|\b(?:wrote|said|says?|do|does|did|done|run|execute|told|asked|heard|read) (?:this|that|so|it|the|what|me|us|him|her|them)\b|\b(?:wrote|said|says|told|asked|writes|asks|tells)\W*$/i;
/** What is to be cancelled is not needed. */
const NEEDLESS =
  /(?:n[o'’]?t|not|no longer|no more|never) (?:need|needed|necessary|required|(?:want|wanted|use)(?= .*\b(?:any ?more|any longer|now)\b))/i;
/** "If you can", "if possible": courtesy. */
const IF_YOU =
  /^if (?:you (?:can|could|please|would|don'?t mind|may)|possible|at all possible|ok|okay)\b/i;
/** Whose doing or being is told. */
const SUBJECT =
  /^(?:i|we|i'm|we're|i've|we've|i'd|we'd|he|she|they|my|our|the|his|her|their|there|there's|this|that|that's|it|it's|gas|(?:can'?t|cannot|couldn'?t|haven'?t)|back|away|busy|out of|per|as|according to|following|given|due to|thanks to|because of|(?:feel|go|head|hop|leav|try|wait|work|sav|need|pay|buy|look|mov|liv|watch)ing|markets?|market's|[a-z]+(?:'s)? (?:is|are|was|were|has|have|had|wants?|needs?|looks?|feels?))\b/i;
/** No speaker's name says so much: "one more for me:". */
const OWN = /\b(?:i|i'd|i'm|we|me|us|let'?s|sorry|sry|one more)\b/i;
/** It may be the command that is spoken of. */
const OF_IT = /^(?:it|this|that|it's|that's)\b/i;
/** A fact, in whose figures nothing is ordered. */
const FACT =
  /\b(?:i|we|you|they|he|she|there|[a-z]+)(?:'m|'re|'ve|'s| am| is| are| was| were| have| has| had| got| hold| holds| own| owns| ended| cost| costs| paid)\b|^(?:ref|re|memo|invoice|ticket)\b/i;
/** Words by which a figure would be part of the command. */
const BOUNDS =
  /\b(?:limit|max|maximum|min|minimum|stop|target|slippage|total|price|cap|floor|leave|keep|amount|size|budget|order|make|meant?|actually|sorry|correction|typo|oops|instead|rather|up to|at (?:most|least)|should|must|want|need|would)\b/i;

/**
 * The message as it is, without its remarks, and without the facts that it tells of figures and
 * tokens: each a way to read it. `acts`: words of the call.
 */
export function cutsOf(text: string, acts: ReadonlySet<string>): Cut[] {
  const parts = text.split(PART).filter((part) => part.trim() !== "");
  const cut = (isDropped: (part: string, nth: number) => boolean): Cut[] => {
    const over = parts.map(isDropped);
    if (!over.includes(true) || !over.includes(false)) return [];
    const pick = (wanted: boolean) => parts.filter((_, nth) => over[nth] === wanted);
    return [{ text: pick(false).join(" "), dropped: pick(true).map((part) => part.trim()) }];
  };
  const isAct = (part: string) =>
    (part.toLowerCase().match(/[a-z]+/g) ?? []).some((word) => acts.has(word));
  const isPlain = (part: string) => !holds(part) && !isAct(part) && isRemark(part);
  const isFact = (part: string) =>
    FACT.test(part) && !BOUNDS.test(part) && !DEED.test(part) && !isAct(part) && isRemark(part);
  return [{ text, dropped: [] }, ...cut(isPlain), ...cut((part) => isPlain(part) || isFact(part))];
}

const DEED = new RegExp(`\\b(?:${[...DEEDS].join("|")})\\b`, "i");
const PACE = /\b(?:per|each|every) (?:[a-z]+ )?(?:min(?:ute)?|hour|day|week|month)s?\b/i;
/** Of a part without a figure they may be anything: "long week". */
const VERBS_ELSE: ReadonlySet<string> = new Set(["long", "short", "close", "fund"]);

const saidIn = (part: string): string =>
  part
    .replace(LEAD, "")
    .replace(/[\s:.,!]+$/, "")
    .trim();

/** Whether a part names a figure, a token, a place, a deed or an option. */
const holds = (part: string): boolean =>
  PACE.test(part) ||
  (part.toLowerCase().match(/[a-z0-9'.$%]+/g) ?? []).some(
    (word) =>
      /[0-9$%]/.test(word) ||
      (OPTIONS.has(word) && !SUBJECT.test(saidIn(part))) ||
      (DEEDS.has(word) && !VERBS_ELSE.has(word)) ||
      listedCoins().has(word) ||
      (LEX_WORDS.numbers.has(word) && word !== "one") ||
      LEX_WORDS.scales.has(word) ||
      LEX_WORDS.every.has(word) ||
      chainOfWord(word) !== undefined ||
      parseVenue(word).ok,
  );

/**
 * Whether a part only says why, greets or tells something: it takes nothing back, asks nothing and
 * sets no condition.
 */
function isRemark(part: string): boolean {
  const said = saidIn(part);
  if (NEEDLESS.test(said)) return true;
  // "Good morning", "rather than one big sale".
  if ((said === "" && /[a-z]/i.test(part)) || /^(?:rather than|instead of)\b/i.test(said))
    return true;
  if (said === "" || /[?]/.test(part) || TAKES.test(said) || TAKES_BACK.test(part))
    return IF_YOU.test(said);
  const plain = softened(said.replaceAll(":", " "));
  const turning = findTurning(plain);
  const isTied = conditionsOf(plain).length > 0;
  if (turning === undefined && !isTied)
    return !/:\s*$/.test(part) || OWN.test(part) || /^[a-z]+ing\b/i.test(said);
  if (IF_YOU.test(said)) return true;
  if (/:\s*$/.test(part) && OWN.test(part) && turning?.turn === "past") return true;
  if (turning?.turn === "asks" || !SUBJECT.test(said)) return false;
  if (turning?.turn === "told" && /^[a-z]+ing\b/i.test(said)) return false;
  return !OF_IT.test(said) || (turning === undefined ? !isTied : turning.turn === "past");
}
