import type { Grounding } from "../../tools/grounding.ts";
import type { SpokenField } from "../../tools/spoken-field.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import type { NotGrounded } from "../not-grounded.ts";
import { KIN } from "./guarded.ts";
import { LEX_WORDS } from "./lex-words.ts";
import { readingOf } from "./reading-of.ts";
import { coinOf } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";
import { spelledOut } from "./word-classes.ts";

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words of any sentence, which a card does not repeat. */
const COMMON: ReadonlySet<string> = new Set(
  list(`hi hey hello gm ok okay yes i we us me you i'd we'd want wanna need like let let's lets go ahead thanks thx thank please pls plz kindly just now
  immediately asap right away exactly next can could you would am our my the a an of with for to into onto from in on at by over per as using use via through
  against across behind vault vault's also and back own new it is that this it's one do make total token tokens transaction tx chain network worth so all
  , . : ; ! ? ( ) # / - $ = [ ]`),
);
/** Behind one of these stands a place. */
const PLACED: ReadonlySet<string> = new Set(["on", "via", "through", "@"]);
const TAKING: ReadonlySet<string> = new Set(["to", "for"]);
/** Venues of other tools, and parts of names of other networks. */
const OTHER_PLACES: ReadonlySet<string> = new Set(
  list("hyperliquid hl gmx nova sepolia testnet goerli zkevm"),
);
/** Deeds of which a message with another call speaks only where it wants both. */
export const DEEDS: ReadonlySet<string> = new Set(
  list(`swap buy sell convert exchange cancel pause resume skip freeze unfreeze bridge stake unstake undelegate deposit withdraw redeem claim collect
  close burn sync fund long short twap dca wrap unwrap revoke`),
);
/** Behind such words stands an order's verb; after any other it is a noun ("the swap order"). */
const LEADS: ReadonlySet<string> = new Set(
  list(
    "please pls plz and then also just kindly now let's lets ok okay yes hi hey hello " +
      "immediately asap thanks thx go ahead away wanna , . : ; ! ? ( -",
  ),
);
/** A verb behind one of these is spoken about. */
const NOUNED: ReadonlySet<string> = new Set(["with", "of", "about", "from", "like"]);
const EXIT = list("close exit out reduce decrease trim take back remove withdraw");

/**
 * Why the words do not ask for this tool, or mean more than its call. `claimed`: words of the
 * arguments that the call has.
 */
export function notAskedFor(
  said: SaidMessage,
  grounding: Grounding,
  claimed: string,
): { reason: NotGrounded; word?: string } | undefined {
  const { words, line, items, places, figures, isForeign } = said;
  const { acts, never = [], fields } = grounding;
  if (never.some((phrase) => line.includes(` ${phrase} `))) return { reason: "other_tool" };
  const venues = list(grounding.venue ?? "");
  if (venues[0] !== "" && !words.some((word) => venues.includes(word))) return { reason: "venue" };
  const known = knownTo(grounding);
  // What asks for itself by its figures alone names its deeds among its words.
  const deeds = new Set(
    spelledOut(acts.length > 0 ? acts.join(" ") : (grounding.words ?? "")).split(/[ +|]/),
  );
  const options = new Set(Object.values(fields).flatMap(optionsOf));
  const isTaken = new Set(list(claimed));
  const hasToken = Object.values(fields).some(({ is }) => is === "token");
  for (const [at, word] of words.entries()) {
    if (word === "" || coinOf(items[at]) !== undefined || places.some((place) => place.at === at))
      continue;
    const isOption = options.has(word) && !isTaken.has(word) && !COMMON.has(word);
    const isOther = DEEDS.has(word) && !deeds.has(word) && !options.has(word) && leads(words, at);
    const before = words[words[at - 1] === "the" ? at - 2 : at - 1] ?? "";
    const isUnknown =
      !known.has(word) &&
      readingOf(items[at], "word") !== undefined &&
      !LEX_WORDS.minutes.has(word);
    // "To bob": whoever it is goes to nobody else.
    const isWhom =
      grounding.card !== undefined &&
      TAKING.has(before) &&
      /^(?:[.,;!]?|on|in)$/.test(words[at + 1] ?? "");
    const isPlace =
      isUnknown && (PLACED.has(before) || isWhom) && !parseVenue(word).ok && !COMMON.has(word);
    const isCounted =
      isUnknown &&
      figures.some(
        (one) =>
          one.at === at - 1 &&
          one.unit === "number" &&
          !one.isCount &&
          !one.isSlice &&
          !PRICES.has(one.leads[0] ?? ""),
      );
    // Of a call that names its token another word is no unit, unless it is known as one.
    const isUnit = isCounted && !COMMON.has(word) && (KIN.has(word) || !hasToken);
    // "Begins with sell 1 eth", "the words in unload all".
    const isNoun = !isForeign && DEEDS.has(word) && NOUNED.has(words[at - 1] ?? "");
    if (
      isOption ||
      isOther ||
      isNoun ||
      (OTHER_PLACES.has(word) && !known.has(word)) ||
      (!isForeign && (isPlace || isUnit))
    )
      return { reason: "unknown_word", word };
  }
  const hasTo = Object.values(fields).some((field) => field.is === "chain" && field.role === "to");
  const elsewhere = places.find(({ role }) => role === "to" && !hasTo);
  if (elsewhere !== undefined) return { reason: "chain", word: words[elsewhere.at] ?? "" };
  const isTrade = "amountIn" in fields || "sellToken" in fields;
  const isNamed =
    acts.length === 0 || acts.some((act) => isSaid(act, said, venues)) || (isTrade && isPair(said));
  return isNamed ? undefined : { reason: "other_tool" };
}

/** Words that nothing of a call accounts for, as they were written. */
export function unusedOf(
  { words, items, places, figures, text }: SaidMessage,
  grounding: Grounding,
): string[] {
  const known = knownTo(grounding);
  return words.flatMap((word, at) => {
    const item = items[at];
    if (
      item === undefined ||
      word === "" ||
      known.has(word) ||
      COMMON.has(word) ||
      parseVenue(word).ok
    )
      return [];
    const isUnit = figures.some((one) => one.at === at - 1 && (one.isCount || one.isSlice));
    const isHeld =
      isUnit || coinOf(item) !== undefined || [...places, ...figures].some((one) => one.at === at);
    return isHeld ? [] : [text.slice(item.start, item.end)];
  });
}

/** Whether a word is one of every sentence, so that a token of that name could be read into any. */
export const isPlainWord = (word: string): boolean =>
  [COMMON, DEEDS, LEX_WORDS.minutes, LEX_WORDS.every].some((words) => words.has(word)) ||
  word === "each" ||
  word === "every" ||
  parseVenue(word).ok;

/** Words that a tool and its arguments know. */
const knownTo = ({ acts, words = "", venue = "", fields }: Grounding): ReadonlySet<string> =>
  new Set(
    [
      spelledOut(words).replaceAll("|", " "),
      venue,
      ...acts.map((act) => spelledOut(act).replaceAll(/[+|]/g, " ")),
      ...Object.values(fields).flatMap(optionsOf),
    ]
      .concat(Object.values(fields).map((field) => ("after" in field ? (field.after ?? "") : "")))
      .flatMap(list),
  );

/** Words that set an argument: where one stands in a message, the call has it. */
function optionsOf(field: SpokenField): readonly string[] {
  if (field.is === "side" && field.of !== "swap")
    return ["long", "short", ...(field.of === "trade" ? ["buy", "sell"] : [])];
  if (field.is === "choice")
    return Object.values(field.said).flatMap((phrases) => phrases.flatMap(list));
  if (field.is === "flag") return list(field.words);
  if (field.is === "amount") return list(field.after ?? "").filter((word) => word !== "");
  return field.is === "exit" ? EXIT : [];
}

/** All words of an act, each phrase of it in its order. */
function isSaid(act: string, { line }: SaidMessage, venues: readonly string[]): boolean {
  const bare = venues.reduce(
    (text, venue) => (venue === "" ? text : text.replaceAll(` ${venue} `, " ")),
    line,
  );
  const isIn = (word: string) =>
    [line, bare].some((text) => text.includes(` ${word.replaceAll("+", " ")} `));
  return spelledOut(act)
    .split(" ")
    .every((part) => part.split("|").some(isIn));
}

/**
 * "1.8 eth for usdc", "eth 2 wbtc", "0.6 ETH shall be USDC": two tokens say what is exchanged for
 * what, whatever the verb. A picture beside them may be one.
 */
const isPair = ({ items }: SaidMessage): boolean =>
  items.every((item) => readingOf(item, "odd") === undefined) &&
  new Set(items.flatMap((item) => coinOf(item) ?? [])).size > 1;

/** Whether a verb may stand here as an order. */
const leads = (words: readonly string[], at: number): boolean =>
  at === 0 ||
  LEADS.has(words[at - 1] ?? "") ||
  (words[at - 1] === "you" && ["can", "could"].includes(words[at - 2] ?? ""));

const PRICES: ReadonlySet<string> = new Set(list("at to below above under over limit price"));
