import type { ChainId } from "../../../schemas/chains.ts";
import { tokenTable } from "../../chain/addresses.ts";
import { knownChains } from "../../chain-of.ts";
import { chainOfWord } from "./chain-of-word.ts";
import type { Item } from "./item.ts";
import { lex } from "./lex.ts";
import { LEX_WORDS } from "./lex-words.ts";
import { readingOf } from "./reading-of.ts";
import { coinOf, type SaidFigure, saidFigures } from "./said-figures.ts";
import { textOf } from "./text-of.ts";

/** A chain where it stands: behind "to", behind another word of place, or alone. */
export type SaidPlace = { at: number; chain: ChainId; role: "to" | "at" | "none" };

/** The operator's words as they are compared with a call. */
export type SaidMessage = {
  text: string;
  items: readonly Item[];
  /** Of each item its word; "" for a figure. */
  words: readonly string[];
  /** The same in one line without articles, a blank at both ends: for phrases. */
  line: string;
  figures: readonly SaidFigure[];
  places: readonly SaidPlace[];
  /** It was put into English word by word: its verb may stand anywhere. */
  isForeign: boolean;
};

const ARTICLES: ReadonlySet<string> = new Set("the my our its a an vault's".split(" "));
const PLACES: ReadonlySet<string> = new Set("to into onto on from via over across in".split(" "));
/** Behind other words of place the name of a coin is the coin. */
const ON: ReadonlySet<string> = new Set("on onto over via across".split(" "));
const TO: ReadonlySet<string> = new Set("to into onto".split(" "));

let listed: ReadonlySet<string> | undefined;
/** The symbols of all chains, in lower case. */
export const listedCoins = (): ReadonlySet<string> => {
  listed ??= new Set(
    knownChains().flatMap(({ id, nativeCoin }) =>
      [nativeCoin, "btc", ...tokenTable(id).map(({ symbol }) => symbol)].map((symbol) =>
        symbol.toLowerCase(),
      ),
    ),
  );
  return listed;
};

/**
 * `tokens`: those of the call, which no chain need list. `hasTo`: it goes to another chain;
 * `hasAt`: it may be on one.
 */
type Of = { tokens: readonly string[]; hasTo: boolean; hasAt: boolean };

/** A message in English words, read for a call. */
export function saidMessage(
  own: string,
  { tokens, hasTo, hasAt, isForeign }: Of & { isForeign: boolean },
): SaidMessage {
  let text = own
    .replace(/@\s*(?=[0-9$])/g, " at ")
    .replace(/(?:±|\+\/?-|\bplus or minus\b)\s*(?=[0-9.])/gi, " plusminus ")
    .replace(/([0-9])\s*[-–]\s*(?=[0-9])/g, "$1 to ")
    .replace(/([A-Za-z]) ?\/ ?(?=(?:d|day|w|wk|week|h|hr|hour|month)\b)/gi, "$1 per ")
    .replace(/([A-Za-z])[/-](?=[A-Za-z])/g, "$1 ")
    // "8 clips, 1 per day": beside a number of slices it is one of them.
    .replace(
      /([0-9] (?:slice|part|piece|clip|chunk|tranche|trade|buy|sell|purchase)s\b.*\b)1(?= (?:per|each|every|a) )/gi,
      "$1one",
    )
    .replace(/([0-9]) ?bp\b/gi, "$1bps")
    .replace(/\bq(?=[0-9]+ ?[mhdw]\b)/gi, "every ")
    .replace(/\bx(?=[0-9])/gi, "x ")
    .replace(/\b(?:all )?in all\b/gi, "in total")
    .replace(/\b([a-z]+)['’]s\b/gi, (said, word: string) =>
      LEX_WORDS.numbers.has(word.toLowerCase()) ? word : said,
    )
    .replace(/(?<=[A-Za-z0-9]) ?> ?(?=[A-Za-z0-9])/g, " to ")
    .replace(
      /(?<![0-9.,])([0-9]{1,3}(?:\.[0-9]{3})+),([0-9]{1,2})(?![0-9.,])/g,
      (_, whole: string, rest: string) => `${whole.replaceAll(".", "")}.${rest}`,
    )
    // "0,02": with three decimals it may be thousands.
    .replace(/(?<![0-9.,])([0-9]+),([0-9]{1,2})(?![0-9.,])/g, "$1.$2")
    .replace(/\.{2,}|…/g, " , ")
    .replaceAll("&", " and ");
  const coins = listedCoins();
  // "Eth 2 wbtc".
  text = text.replace(/\b([a-z]+) [24] (?=([a-z]+)\b)/gi, (said, one: string, other: string) =>
    [one, other].every((coin) => coins.has(coin.toLowerCase())) ? `${one} to ` : said,
  );
  const items = lex(text, new Set([...coins, ...tokens.map((token) => token.toLowerCase())]));
  const words = items.map((item) => {
    const isNumber =
      readingOf(item, "order") !== undefined || readingOf(item, "trigger") !== undefined;
    // The noun of a number ("order 7").
    if (isNumber) return /^[a-z]+/i.exec(text.slice(item.start, item.end))?.[0].toLowerCase() ?? "";
    return readingOf(item, "number") === undefined ? textOf(item) : "";
  });
  const line = ` ${words.filter((word) => !ARTICLES.has(word)).join(" ")} `;
  return {
    text,
    items,
    words,
    line,
    figures: saidFigures(items),
    places: placesOf(items, words, { hasTo, hasAt, tokens }),
    isForeign,
  };
}

/**
 * "On ETH" is the chain, also where a token ETH is spoken of; "on the ETH/USDC pool" a pair and no
 * chain, "to ETH" one where chains are gone to.
 */
function placesOf(
  items: readonly Item[],
  words: readonly string[],
  { hasTo, hasAt, tokens }: Of,
): SaidPlace[] {
  const places: SaidPlace[] = [];
  for (const [at, word] of words.entries()) {
    const chain = chainOfWord(word);
    if (chain === undefined) continue;
    const lead = words[words[at - 1] === "the" ? at - 2 : at - 1] ?? "";
    const isNamed = ["chain", "network"].includes(words[at + 1] ?? "");
    const isCoin = coinOf(items[at]) !== undefined;
    // What a venue of one chain trades.
    const isTraded = !hasAt && !hasTo && tokens.some((token) => token.toLowerCase() === word);
    // "1000 usdc on eth" spends it on the coin, which is named nowhere else.
    const isAim =
      isCoin &&
      tokens.some((token) => token.toLowerCase() === word) &&
      words.indexOf(word) === words.lastIndexOf(word);
    const isPair = coinOf(items[words[at + 1] === "and" ? at + 2 : at + 1]) !== undefined;
    const isMarket = ["long", "short", "perp", "position"].includes(words[at + 1] ?? "");
    // "Base token" is none.
    const isBaseToken =
      word === "base" && (words[at + 1] === "token" || coinOf(items[at + 1]) !== undefined);
    // Of a tool without a chain it names what an order is of.
    if (isCoin && !hasAt && !hasTo && tokens.length === 0 && !isNamed) continue;
    if (isAim && !isNamed && !hasTo) continue;
    if (isBaseToken || (isCoin && (isPair || isTraded) && !isNamed)) continue;
    const isPlace = (hasTo ? PLACES : ON).has(lead) && !isMarket && lead !== "in";
    if (isCoin && !isNamed && !isPlace) continue;
    places.push({
      at,
      chain,
      role: TO.has(lead) ? "to" : PLACES.has(lead) || words[at + 1] === ":" ? "at" : "none",
    });
  }
  return places;
}
