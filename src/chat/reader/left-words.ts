import { TOOLS } from "../../tables/registry.ts";
import type { Grounding } from "../../tools/grounding.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import type { NotGrounded } from "../not-grounded.ts";
import { LEX_WORDS } from "./lex-words.ts";
import { readingOf } from "./reading-of.ts";
import { coinOf } from "./said-figures.ts";
import type { SaidMessage } from "./said-message.ts";

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words that no sentence is turned round by. Not "at" nor "by": a limit may have been cut off behind them. */
const COMMON: ReadonlySet<string> = new Set(
  list(`hi hey hello gm ok okay yes i we i'd we'd want wanna need like let let's lets go ahead thanks thx thank please pls plz kindly just now immediately
  asap right away exactly next me us you can could would am our my the a an of with for to from into onto in on using use via through against vault vault's also and back own new =
  it is that this it's one do make total token tokens transaction tx chain network worth , . : ; ! ? ( ) # / - $`),
);
/** More words than these are no remark. */
const MOST_UNUSED = 6;
const PREPOSITIONS: ReadonlySet<string> = new Set(
  list("to into onto for from on in at by via through with using over across against behind per of"),
);
/** Of other requests, of places where nothing is done here, and what joins two of them: never a remark. */
const WEIGHTY: ReadonlySet<string> = new Set(
  list(`hyperliquid hl gmx perp perps perpetual long short leverage liquidity pool lp shield shields limit limits stop trigger slippage tolerance delegation
  solana avalanche avax tron sui fantom zksync linea scroll blast monad near cosmos aptos ton nova sepolia testnet goerli zkevm
  sushi sushiswap curve pancake pancakeswap balancer 1inch cow cowswap jupiter raydium aerodrome dydx coinbase kraken bybit okx
  plus but then twap dca slice slices part parts piece pieces every each daily hourly weekly automatically market size notional collateral margin
  order orders position positions fees rewards epoch nav feed oracle spot account wallet minimum maximum min max percent half all`),
);

let deeds: ReadonlySet<string> | undefined;
const deedWords = (): ReadonlySet<string> =>
  (deeds ??= new Set(
    TOOLS.flatMap(({ model }) =>
      typeof model === "object" && "grounding" in model ? model.grounding.acts.flatMap((act) => act.split(/[ +]/)) : [],
    ).filter((word) => !COMMON.has(word)),
  ));

/** Behind such words stands an order's verb; after any other it is a noun or a report ("my stake of 100", "we set up"). */
const LEADS: ReadonlySet<string> = new Set(
  list(
    "please pls plz and just kindly now let's lets ok okay yes hi hey hello immediately asap thanks thx go ahead away wanna , . : ; ! ? ( -",
  ),
);
/** "I want to" asks for a deed, "I need 100 GRG" says what is missing. */
const WISHES: ReadonlySet<string> = new Set(["need", "want", "like"]);
/** Deeds that are nouns as well. Where one stands as a verb, the call has to be that deed: not "withdraw 50 GRG to stake". */
const BOTH: ReadonlySet<string> = new Set(["stake", "sync"]);
/** No nouns: they may stand behind a figure. */
const VERBS: ReadonlySet<string> = new Set(list("sell buy claim collect cancel remove"));
const DEEDS: ReadonlySet<string> = new Set(list("swap buy convert exchange cancel pause resume skip bridge freeze"));
const EXIT = list("close exit out reduce decrease trim take back remove withdraw");

/**
 * What of the words nothing of a call accounts for, at most six that change nothing. Or why it is none: they do not ask for this tool, or a word of them may
 * mean more. `claimed`: words of the arguments that the call has.
 */
export function leftWords(
  said: SaidMessage,
  grounding: Grounding,
  claimed: string,
): { unused: string[] } | { reason: NotGrounded; word?: string } {
  const { words, line, items, places } = said;
  const { acts, never = [], fields } = grounding;
  const venues = list(grounding.venue ?? "");
  if (never.some((phrase) => line.includes(` ${phrase} `))) return { reason: "other_tool" };
  const own = new Set(
    Object.values(fields).flatMap((field) => {
      if (field.is === "side" && field.of !== "swap")
        return ["long", "short", ...(field.of === "trade" ? ["buy", "sell"] : [])];
      if (field.is === "choice") return Object.values(field.said).flatMap((phrases) => phrases.flatMap(list));
      if (field.is === "flag") return list(field.words);
      if (field.is === "amount") return list(field.after ?? "");
      return field.is === "exit" ? EXIT : [];
    }),
  );
  const ofActs = acts.flatMap((act) => act.split(/[ +]/));
  const known = new Set([
    ...[...ofActs, ...list(grounding.words ?? ""), ...venues].filter((word) => !own.has(word)),
    ...list(claimed),
  ]);
  // "Swap ...; swap ...": of two commands a card shows one.
  const twice = ofActs.find((word) => DEEDS.has(word) && words.indexOf(word) !== words.lastIndexOf(word));
  if (twice !== undefined && !said.isForeign) return { reason: "unknown_word", word: twice };
  const verbs = acts.map((act) => act.split(/[ +]/)[0] ?? "");
  const unused: string[] = [];
  for (const [at, word] of words.entries()) {
    const item = items[at];
    if (item === undefined || word === "" || isElsewhere(said, at)) continue;
    if (isWish(words, at) || (BOTH.has(word) && !verbs.includes(word) && (words[at - 1] === "to" || leads(words, at))))
      return { reason: "unknown_word", word };
    if (known.has(word) || COMMON.has(word)) continue;
    const lead = words[["the", "my", "our", "a"].includes(words[at - 1] ?? "") ? at - 2 : at - 1] ?? "";
    const isMeant =
      WEIGHTY.has(word) || deedWords().has(word) || own.has(word) || PREPOSITIONS.has(word) || parseVenue(word).ok;
    // "100 rgr": what is counted.
    const isCounted = said.figures.some((figure) => figure.at === at - 1 && figure.unit === "number");
    if (isMeant || isCounted || PREPOSITIONS.has(lead) || readingOf(item, "word") === undefined)
      return { reason: "unknown_word", word };
    unused.push(said.text.slice(item.start, item.end));
  }
  // "... and gas is low": what is joined to it is no remark.
  const isJoined = words.includes("and") && !said.isForeign;
  if (unused.length > (isJoined ? 0 : MOST_UNUSED))
    return { reason: "unknown_word", ...(unused[0] !== undefined && { word: unused[0] }) };
  const hasTo = Object.values(fields).some((field) => field.is === "chain" && field.role === "to");
  const elsewhere = places.find(({ role }) => (role === "none" && !said.isForeign) || (role === "to" && !hasTo));
  if (elsewhere !== undefined) return { reason: "chain", word: words[elsewhere.at] ?? "" };
  if (venues[0] !== "" && !words.some((word) => venues.includes(word))) return { reason: "venue" };
  const isNamed = acts.some((act) => isAsked(act, said, venues)) || ("tokenIn" in fields && isPair(said));
  return isNamed ? { unused } : { reason: "other_tool" };
}

/** Whether a word is one of every sentence, so that a token of that name could be read into any. */
export const isPlainWord = (word: string): boolean =>
  COMMON.has(word) ||
  PREPOSITIONS.has(word) ||
  WEIGHTY.has(word) ||
  deedWords().has(word) ||
  parseVenue(word).ok ||
  LEX_WORDS.minutes.has(word);

/** A coin, a figure or a place is held against the arguments. */
const isElsewhere = ({ items, places, figures }: SaidMessage, at: number): boolean =>
  coinOf(items[at]) !== undefined ||
  places.some((place) => place.at === at) ||
  figures.some((figure) => figure.at === at);

/** All words of an act, the first of them where an order has its verb. */
function isAsked(act: string, { words, line, isForeign }: SaidMessage, venues: readonly string[]): boolean {
  const bare = venues.reduce((text, venue) => (venue === "" ? text : text.replaceAll(` ${venue} `, " ")), line);
  return act.split(" ").every((part, nth) => {
    const phrase = part.replaceAll("+", " ");
    if (!bare.includes(` ${phrase} `) && !line.includes(` ${phrase} `)) return false;
    const [first] = phrase.split(" ");
    const isVerb = (at: number) =>
      leads(words, at) || venues.includes(words[at - 1] ?? "") || (VERBS.has(words[at] ?? "") && words[at - 1] === "");
    return nth > 0 || isForeign || words.some((word, at) => word === first && isVerb(at));
  });
}

/** "1.8 eth for usdc": what is exchanged for what, whatever the verb before it is. */
const isPair = ({ items, words, figures }: SaidMessage): boolean =>
  figures.length === 1 &&
  figures.some(
    ({ at, of, isNext }) =>
      of !== undefined &&
      isNext &&
      ["for", "to", "into"].includes(words[at + 2] ?? "") &&
      coinOf(items[at + 3]) !== undefined,
  );

/** "To" leads to a deed behind a wish for it, or what is used for it. */
const leads = (words: readonly string[], at: number): boolean =>
  at === 0 ||
  LEADS.has(words[at - 1] ?? "") ||
  (words[at - 1] === "you" && ["can", "could", "thank"].includes(words[at - 2] ?? "")) ||
  (words[at - 1] === "to" && words.slice(0, at).some((word) => WISHING.has(word)));
const WISHING: ReadonlySet<string> = new Set(
  list("want wanna like need love use using spend trigger order limit stop profit loss"),
);

/** Also "we like to", which is no wish: that is "would like" or "i'd like". */
const isWish = (words: readonly string[], at: number): boolean =>
  WISHES.has(words[at] ?? "") &&
  (words[at + 1] !== "to" || (words[at] === "like" && !["would", "i'd", "we'd"].includes(words[at - 1] ?? "")));
