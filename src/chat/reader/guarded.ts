import type { ChainId } from "../../../schemas/chains.ts";
import { chainOf } from "../../chain-of.ts";
import { isUnitOf } from "../is-unit-of.ts";
import { conditionsOf, findTurning } from "../languages/find-turning.ts";
import { chainOfWord } from "./chain-of-word.ts";
import type { Item } from "./item.ts";
import type { PassReason } from "./pass-reason.ts";
import type { ReadCall } from "./read-call.ts";
import { readingOf } from "./reading-of.ts";

const PICTURE = /^\p{Extended_Pictographic}$/u;
/** Parts of a picture, and strokes between words. */
const INVISIBLE = /^[\u200d\ufe0f*•·–—"'’]$/;
/** Words of the tables of languages that turn no sentence round where they stand so. */
const HARMLESS =
  /\b(?:(?:i|we)(?: would|['’]d) (?:really )?(?:like|love)|(?:can|could) (?:i|you|u|we)|would i|we wish to|(?:i|we) would(?! be)|we should like|(?:i|we) am wanting|until further notice|then (?:carry|go|continue)|some|only|today|first|about|no (?:rush|hurry|need|longer|worries)|(?:at|all) once|once only|(?:just|only) once|or (?:better|cheaper|less|more|lower|higher)|(?:the|my|our|this) (?:plan|sell|buy|pause|freeze|exchange)|without (?:asking|delay|fuss|further)|rest|most|least|allowed)\b|^\P{L}*do (?:a|an|the)\b/giu;
const PASSIVE =
  /\b(?:want|need|like|have|to be|should be|must be|shall be|has to be|gets?)\b.*\b(?:sold|bought|swapped|traded|exchanged|converted|paused|resumed|cancell?ed|stopped|frozen|skipped|staked)\b/i;
const DONE =
  /\b(?:sold|bought|swapped|traded|exchanged|converted|paused|resumed|cancell?ed|stopped|frozen|skipped|staked)\b/gi;
/** Wished for, told of as a habit, called wrong, taken back, or everything but what is named. */
export const VAGUE =
  /\b(?:(?:we|i) (?:like|love|tend|plan|hope|wanted)|on my (?:go|word|mark|call|ok)|every (?:other|second|third)|i guess|in (?:principle|theory)|except|nothing|hardly|hold off|wrong|in the event|on condition|thank(?:s| you) for|(?:demand|insist|suggest|recommend)s? that|jk|kidding|nvm|never ?mind)\b|\b(?:forbidden|banned|prohibited|not allowed)\b|^\W*e\.g|\bsaid\b/iu;
/** What it stands beside is another's, or a thought. */
export const OF_OTHERS =
  /\b(?:system|admin|assistant|developer|instructions?|prompt|examples?|hypothetical(?:ly)?|imagine|suppose|pretend|what if|translate|repeat|count|notes?|reasons|sentence|steps|feature|story|tweets?|shortcut)\b|\b(?:said|says|wrote|reads|typed?|quote)\W*$/i;
/**
 * A day, a number that nobody knows, or a chain that is another than the one whose name stands
 * beside it.
 */
export const KIN: ReadonlySet<string> = new Set(
  (
    "nova zk sepolia testnet goerli zkevm beacon annum mon tue tues wed thu thur fri sat sun " +
    "second seconds day days night few several couple dozen hundred hundreds thousand " +
    "thousands million ish usd dollar dollars bucks lot lots contract contracts share shares " +
    "unit units wei sat sats cent cents euro euros eur gbp pounds yen percent points bags gram " +
    "grams eth2"
  ).split(" "),
);
const APPROXIMATE = /\b(?:about|around|roughly|approx[a-z]*|circa|ca) ?[$]?[0-9]|[0-9] or so\b/i;
/** What other tools are about. */
export const SUBJECTS =
  /\b(?:fees?|rewards?|slippage|collateral|margin|leverage|funding|delegation|shield|limits?|balances?|portfolio|nav|twaps|dcas|orders|strategies|triggers|stops|positions|stake|staking|freeze|lock|halt|unpause|hacked|stolen|cancel|kill|pause|resume|unstake|bridge|emergency|panic)\b/i;
/** "Changed the interval of 7" tells of it. */
const PAST_FIRST = /^\W*(?:(?:i|we|just|have|had|already) )*(?!need|speed|proceed|feed)[a-z]+ed\b/i;
const NEGATED = /n['’]t\b/i;
const ALL_BUT =
  /\b(?:all|(?:every|any)(?:thing)?) (?:but|except)\b|\bhold off\b|\b(?:switch|change|go) (?:over )?to [a-z]+,? (?:and|then)\b|\bvault #?[0-9]|\b(?:send|transfer)\b.*\b0x[0-9a-f]{6}/i;
/** A verb that begins a second command. */
export const SECOND =
  /(?:\b(?:and|then|also|plus)\b|[.,;&+!]|^\W*)\s*(?:(?:then|also|please|pls) )*(?:sell|buy|swap|convert|exchange|dump|unload|purchase|bridge|transfer|send|stake|unstake|redeem|freeze|cancel|delete|remove|pause|resume|skip|stop|revoke|wrap|unwrap|deposit|withdraw|claim|collect|burn|mint|switch|enable|disable|start|restart|halt|undelegate|delegate|turn|set)\b/i;
/**
 * A word behind one of these is a place, and behind a figure its unit: known, or the message is
 * none.
 */
const PLACES: ReadonlySet<string> = new Set(["on", "via", "through", "@"]);
/** Behind one of these something was still to come. */
const CUT_OFF =
  /(?:\b(?:with|for|and|at|to|in|of|if|but|or|every|(?<!now )on|via|over|per|from|into|by|the|when)|[(–—-])\s*$/iu;

type Said = {
  text: string;
  items: readonly Item[];
  chainId: ChainId;
  spans: readonly (readonly [number, number])[];
};

/**
 * The call with what is left over of its sentence, which its card shows, or why that makes it none:
 * a figure, a token, a chain or a place by which something was meant, a second command, or a word
 * that turns the sentence round. `spans`: what it was read from, whose words turn nothing round.
 */
export function guarded(
  call: ReadCall,
  left: readonly Item[],
  { text, items, chainId, spans }: Said,
): ReadCall | PassReason {
  if (
    (CUT_OFF.test(text) && !call.isExact) ||
    ALL_BUT.test(text) ||
    APPROXIMATE.test(text) ||
    PAST_FIRST.test(text)
  )
    return "words";
  const over = left.filter(
    (item) =>
      !/^[,;:.!?()/]$/.test(readingOf(item, "mark") ?? "") &&
      !INVISIBLE.test(text.slice(item.start, item.end)),
  );
  if (
    over.some((item) =>
      item.readings.some(({ is, value }) => is === "odd" && !PICTURE.test(String(value))),
    )
  )
    return "characters";
  // "My orders and sell 1 eth": the first of two was not read.
  const and = text.search(/ and /i);
  if (over.some(({ start }) => start < and) && spans.every(([start]) => start > and))
    return "words";
  const known = new Set(
    JSON.stringify(call.args)
      .toLowerCase()
      .match(/[a-z0-9.]+/g),
  );
  if (over.some((item) => isMeant(item, items, over, known))) return "words";
  // "Delete order 3 stop order 3", "end order 3, skip a slice of order 3": a second command names
  // its order again.
  const isNumber = (item: Item) =>
    readingOf(item, "order") !== undefined ||
    (call.args.id !== undefined && /[0-9]/.test(readingOf(item, "number") ?? ""));
  if (over.some(isNumber)) return "words";
  // Of what nothing was read from, with groups of thousands in one.
  const rest = blanked(text, spans, over).replace(/(\d),(?=\d)/g, "$1");
  if (
    NEGATED.test(rest) ||
    SUBJECTS.test(rest) ||
    VAGUE.test(rest) ||
    SECOND.test(rest) ||
    OF_OTHERS.test(rest)
  )
    return "words";
  const isCourtesy =
    /^\P{L}*(?:(?:hi|hello|hey)\P{L}+)?(?:(?:can|could) (?:i|you|u|we)|would i)\b/iu.test(text);
  const plain = (PASSIVE.test(rest) ? rest.replace(DONE, " ") : rest).replace(HARMLESS, " ");
  const said = /\bshould (?:[a-z]+ )?be\b/i.test(text) ? plain.replace(/\bshould\b/gi, " ") : plain;
  const asked = isCourtesy ? said.replace(/\?\s*$/, "") : said;
  if (findTurning(asked) !== undefined || conditionsOf(asked).length > 0) return "words";
  // From a chain to itself.
  const { destinationChain: to, sourceChain: from } = call.args;
  if (to !== undefined && to === (from ?? chainOf(chainId).name)) return "unclear";
  // What takes nothing from its words may be about what is left over: "freeze peas".
  const isBare =
    call.tool !== "" &&
    (call.share ?? call.order) === undefined &&
    Object.keys(call.args).length === 0;
  if (isBare && over.length > 0) return "words";
  const unused = over.map((item) => text.slice(item.start, item.end));
  return { ...call, ...(unused.length > 0 && { unused }) };
}

/** Whether something was meant by what is left over: a figure, or an unknown unit or place. */
function isMeant(
  item: Item,
  items: readonly Item[],
  over: readonly Item[],
  known: ReadonlySet<string>,
): boolean {
  if (isFigure(item, known)) return true;
  const word = readingOf(item, "word");
  if (word === undefined) return false;
  if (/^(?:all|every|everything|both)$/.test(word) && known.has("id")) return true;
  const before = items[items.indexOf(item) - 1];
  if (before === undefined) return false;
  const isPlace =
    over.includes(before) &&
    PLACES.has(readingOf(before, "word") ?? readingOf(before, "mark") ?? "");
  const isUnit = /[0-9]/.test(readingOf(before, "number") ?? "") && !over.includes(before);
  return isPlace || (isUnit && !BEHIND_FIGURES.has(word));
}

/**
 * A figure that does not repeat one of the call, another token, a chain, a sign that joins or
 * compares. `known`: what the call says, in lower case.
 */
export function isFigure(item: Item, known: ReadonlySet<string>): boolean {
  const [first] = item.readings;
  const coin = readingOf(item, "coin");
  // What is counted in dollars has no token to say.
  const isCounted =
    isUnitOf("usd", coin ?? "") &&
    !["tokenin", "selltoken", "token", "coin", "id"].some((name) => known.has(name));
  if (coin !== undefined) return !isCounted && !known.has(coin);
  const word = readingOf(item, "word");
  if (first === undefined || first.is === "odd") return false;
  if (first.is === "mark") return /^[|_=@<>[\]{}&-]$/.test(first.value);
  if (first.is !== "word")
    return word !== "one" && word !== "everything" && !known.has(String(first.value));
  return chainOfWord(first.value) !== undefined || KIN.has(first.value);
}

/** They follow a figure without being its unit. */
const BEHIND_FIGURES: ReadonlySet<string> = new Set(
  (
    "and at by with for to from in into on of please now then pls directly via using through " +
    "automatically when if is each total only spot size more out over back here there be as i " +
    "we total worth altogether today asap or max"
  ).split(" "),
);

/** A colon before which only words stand that were read speaks of nobody. */
function blanked(text: string, spans: Said["spans"], over: readonly Item[]): string {
  const colon = text.indexOf(":");
  const isOwn = colon >= 0 && over.every(({ start }) => start > colon);
  let rest = isOwn ? `${text.slice(0, colon)} ${text.slice(colon + 1)}` : text;
  for (const [start, end] of spans)
    rest = `${rest.slice(0, start)}${"a".padEnd(end - start)}${rest.slice(end)}`;
  return rest;
}
