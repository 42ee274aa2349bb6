import { isTurned } from "../reader/is-turned.ts";
import { lex } from "../reader/lex.ts";
import { readTrade } from "../reader/read-trade.ts";
import { readingOf } from "../reader/reading-of.ts";
import type { FastPathReading } from "../run-turn.ts";
import {
  type Draft,
  draftOfCall,
  draftOfTrade,
  draftOfWords,
  isTradeCall,
  NO_TRADE,
  optionsIn,
  wordsOfDraft,
} from "./draft-of-trade.ts";
import { inPlain, withNames } from "./in-plain.ts";
import { type Manner, mergeTrade } from "./merge-trade.ts";
import { partPlaced } from "./part-placed.ts";
import type { Reader } from "./past.ts";
import { timesShare } from "./times-share.ts";
import { amountsIn } from "./trade-in.ts";

/** More of them are not tried: each is read once. */
const MOST_TRIED = 14;

/**
 * A command with one part of it said anew ("10 slices", "0.2", "on uniswap", "52k and
 * automatically"), as the whole command: a trade slot by slot, anything else by the kind of its
 * figures and names, or with the part beside it. Undefined where none of that is a command, or all
 * of it is the same one. Pure, and no more than words: they are read again.
 * @example changeWords("sell 0.6 eth for usdc", "0.8", reader) // "sell 0.8 eth for usdc"
 */
export function changeWords(
  of: string,
  said: string,
  reader: Reader,
  shown = "",
): string | undefined {
  const { read, coins } = reader;
  const part = withNames(said, of, coins);
  const before = read(of);
  const draft = before.kind === "call" ? draftOfCall(before, of, coins) : draftOfWords(of, coins);
  const traded = draft && changedTrade(draft, part, reader, shown);
  if (traded !== undefined && (isChange(before, read(traded)) || isAnswer(shown))) return traded;
  const isTrade = draft !== undefined && (draft.side ?? draft.kind ?? draft.isCut) !== undefined;
  if (before.kind === "call" ? isTradeCall(before) : isTrade) return undefined;
  let asked: string | undefined;
  const { replaced, all } = partPlaced(of, part, coins);
  for (const words of all.slice(0, MOST_TRIED)) {
    const reading = read(words);
    if (reading.kind === "call" && isChange(before, reading)) return words;
    // What is only put beside a command may be anything.
    const isAsked =
      reading.kind === "ask" && before.kind !== "call" && words !== of && replaced.includes(words);
    if (isAsked) asked ??= words;
  }
  return asked;
}

/** To a question the same again is an answer, too. */
const isAnswer = (shown: string): boolean =>
  /\?\s*$/.test(shown) && !/\bcard\b|\bconfirm\b/i.test(shown);

/**
 * Of a trade's part there may come another kind of trade; of anything else the same with something
 * else in it.
 */
function isChange(before: FastPathReading, reading: FastPathReading): boolean {
  if (reading.kind === "ask") return before.kind !== "call";
  if (
    reading.kind !== "call" ||
    reading.unused !== undefined ||
    meaningOf(reading) === meaningOf(before)
  )
    return false;
  return (
    before.kind !== "call" ||
    before.tool === reading.tool ||
    (isTradeCall(before) && isTradeCall(reading))
  );
}

const meaningOf = (reading: FastPathReading): string | undefined =>
  reading.kind === "call"
    ? JSON.stringify([reading.tool, reading.chainId, reading.args, reading.share]).toLowerCase()
    : undefined;

/** A trade with what the part says in its slots, as a command. */
export function changedTrade(
  draft: Draft,
  part: string,
  { coins }: Pick<Reader, "coins">,
  shown = "",
): string | undefined {
  const line = inPlain(part, draft);
  const said = partOf(line, coins);
  if (said === undefined) return undefined;
  if (
    Object.keys(said).length === 1 &&
    Object.keys(said.rest ?? {}).length === 0 &&
    !NOW.test(line) &&
    !ANY_VENUE.test(line) &&
    !UNITS.test(line) &&
    !THOUSAND.test(line)
  )
    return undefined;
  const isUnit = UNITS.test(line);
  // Another trade altogether, to its last slot.
  const isNew =
    (VERB.test(line) || said.counter !== undefined) &&
    draft.amount !== undefined &&
    (said.side ?? said.counter) !== undefined &&
    said.token !== undefined &&
    said.amount !== undefined;
  if (isNew && said.slices === undefined && said.kind === undefined && said.price === undefined)
    return wordsOfDraft(isComplete(said) ? { ...said, counter: "usdc" } : said);
  const next = isUnit
    ? ofUnit(draft, line)
    : THOUSAND.test(line)
      ? inThousands(draft)
      : mergeTrade(draft, said, mannerOf(line, shown, coins));
  if (next === undefined) return undefined;
  const one = said.token ?? said.counter;
  const isSame =
    one !== undefined &&
    Object.keys(said).every((name) => name === "token" || name === "counter" || name === "rest");
  // A token alone that is there already says whose the figure is.
  const isOffered = amountsIn(shown).some(
    ({ amount, token }) => amount === draft.amount && token.toLowerCase() === one,
  );
  if (isSame && isOffered && draft.amount !== undefined && draft.token !== undefined)
    return wordsOfDraft(turned({ ...draft, ...(one !== undefined && { counter: one }) }));
  return wordsOfDraft(isComplete(next) ? { ...next, counter: "usdc" } : next);
}

const VERB = /\b(?:sell|buy|swap|convert|exchange|trade|dump|get|grab|spend|put)\b/;
const isComplete = ({ token, counter, amount, tail }: Draft) =>
  tail === undefined &&
  counter === undefined &&
  amount !== undefined &&
  token !== undefined &&
  token !== "usdc";

/** The figure is the other token's. */
const turned = ({ token, counter, side, ...draft }: Draft): Draft => ({
  ...draft,
  ...(counter !== undefined && { token: counter }),
  ...(token !== undefined && { counter: token }),
  side: side === "buy" ? "sell" : "buy",
});

function ofUnit(draft: Draft, line: string): Draft | undefined {
  if (!/dollar|buck|usd/.test(line) || draft.amount === undefined) return undefined;
  return ["usdc", "usdt", "dai"].includes(draft.counter ?? "usdc")
    ? turned({ ...draft, counter: draft.counter ?? "usdc" })
    : undefined;
}

/** What a figure was meant in. */
function inThousands(draft: Draft): Draft | undefined {
  const name = draft.price === undefined ? "amount" : "price";
  const figure = draft[name];
  return figure === undefined || figure.endsWith("%")
    ? undefined
    : { ...draft, [name]: timesShare(figure, "100000") };
}

const UNITS =
  /^(?:(?:yes|no|in|the|of|obviously|i mean|sure|ok),? )*(?:dollars?|usd|bucks)(?: worth)?(?: (?:of it|obviously|of course))?$/;

/** What a line says of a trade; undefined where it says something else, denies or asks. */
function partOf(
  line: string,
  coins: ReadonlySet<string>,
): (Draft & { bare?: readonly string[] }) | undefined {
  const text = line
    .replace(/^(?:no|not yet|nope)\b[,.]? ?/, "")
    .replace(/\b(?:tell|notify|alert|ping|remind) (?:me|us)\b/, " ");
  const { trade, left, isTwice } = readTrade(lex(text, coins));
  const over = left.map((item) => readingOf(item, "word") ?? readingOf(item, "mark"));
  if (
    isTwice ||
    over.length > 5 ||
    over.some(
      (word) =>
        word === undefined ||
        (NO_TRADE.test(word) && (over.length > 1 || !/^(?:quote|price)$/.test(word))),
    )
  )
    return undefined;
  if (isTurned(text.replace(NO_TURN, " "))) return undefined;
  const isQuote = over.some((word) => word === "quote" || word === "price");
  return { ...draftOfTrade(trade), ...(isQuote && { isQuote }), rest: optionsIn(text, coins) };
}

const NO_TURN = /\b(?:only |just )?(?:if|when|once)\b|\?$|\b(?:not just|i mean|i meant)\b/g;
const NOW = /\b(?:(?<!for )now|at market|market|mkt|right away|immediately|at once|outright)\b/;
const ANY_VENUE =
  /\b(?:(?:which|what)ever|best|any) (?:venue|is (?:cheaper|cheapest|best|better)|one|price|route|dex)\b/;
const THOUSAND = /^(?:thousand|k|grand|in thousands)(?: (?:obviously|obv|of course))?$/;

const mannerOf = (line: string, shown: string, coins: ReadonlySet<string>): Manner => {
  const led = (words: string) =>
    lex(line, coins).some(
      (item) =>
        readingOf(item, "coin") !== undefined &&
        new RegExp(`\\b(?:${words}) (?:the |some |my )?$`).test(line.slice(0, item.start)),
    );
  return {
    isInto: led("to|into|get|receive"),
    isFrom: led("with|from|using|pay|out of|paying"),
    isNow: NOW.test(line),
    isAnyVenue: ANY_VENUE.test(line),
    isHeld:
      /\bholds?\b|\bbalance\b|\bhave\b/.test(shown) ||
      /\b(?:have|hold|own|held|holdings|my|our|balance|vault|of all)\b/.test(line),
  };
};
