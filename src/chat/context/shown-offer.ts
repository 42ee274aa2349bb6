import { parseChain } from "../../chain/parse-chain.ts";
import { lex } from "../reader/lex.ts";
import { readTrade } from "../reader/read-trade.ts";
import { readingOf } from "../reader/reading-of.ts";
import { draftOfTrade, isTradeCall, NO_TRADE, optionsIn, wordsOfDraft } from "./draft-of-trade.ts";
import type { Past, Reader } from "./past.ts";
import { isDone, tradeIn } from "./trade-in.ts";

const OFFERS =
  /\bcard(?: [0-9]+ of [0-9]+)?:|\bconfirm\?|\bstep [0-9]|\bis (?:due|ready)\b|\bshall it\b/i;
/** Asked whether, and not which. */
const ASKS = /^(?!.*\b(?:or|which|how|what|where|when)\b).*\?\s*$/is;
/** Around what is offered. */
const AROUND =
  /\b(?:card(?: [0-9]+ of [0-9]+)?|step [0-9]+ of [0-9]+|now|slice [0-9]+ of (?:[0-9]+|#[0-9]+) is (?:due|ready)|order #?[0-9]+|refused|cancelled|done|twap|default)\b[:,]? ?|[?.]+$|,? (?:notify only|confirm|fee .*|gas .*|trade (?:it|now).*|with the vault's pool|until you .*)$/gi;

/**
 * What the service offered in its newest message ("Card: sell 0.5 ETH for about 1,250 USDC.
 * Confirm?", "slice 1 of #9 is due: buy 0.25 ETH for about 625 USDC"), or told in brackets of an
 * order, as a command. Only a card is ever made of it.
 */
export function shownOffer(
  { shown: [text = ""], call }: Pick<Past, "shown" | "call">,
  reader: Reader,
  isAnswered = false,
): string | undefined {
  const isOffer = OFFERS.test(text) || (isAnswered && ASKS.test(text));
  const plain = text.replace(/<[^>]*>/g, "").replace(/([0-9]),(?=[0-9]{3})/g, "$1");
  const parts = isOffer
    ? plain.split(/(?<=[.?!;])\s+|: (?=(?:buy|sell)\b)/)
    : call === undefined || !isTradeCall(call)
      ? [...plain.matchAll(/\(([^)]*)\)/g)].map(([, inside = ""]) => inside)
      : [];
  return parts.map((part) => commandIn(part, reader)).findLast((words) => words !== undefined);
}

function commandIn(part: string, { read, coins }: Reader): string | undefined {
  let line = part.replace(/ \([^)]*\)/g, "");
  for (let next = line.replace(AROUND, ""); next !== line; next = line.replace(AROUND, ""))
    line = next;
  line = line.trim().toLowerCase();
  const isCommand = (words: string) => {
    const reading = read(words);
    return reading.kind === "call" && reading.unused === undefined;
  };
  const [, amount, token, goal = ""] =
    /^(?:send |bridge )?([0-9.]+) ([a-z0-9]+) (?:sent )?(?:from [a-z ]+ )?to ([a-z]+)\b/.exec(
      line,
    ) ?? [];
  const chain = parseChain(goal);
  if (amount !== undefined && chain.ok && !coins.has(goal)) {
    const from = / from ([a-z]+) to /.exec(line)?.[1];
    const words = `bridge ${amount} ${token} ${from === undefined ? "" : `from ${from} `}to ${goal}`;
    if (isCommand(words)) return words;
  }
  const told = line
    .replace(/\b(?:for|costs) about [0-9.]+ /g, "for ")
    .replace(/,? (?:about|some) [0-9.]+ [a-z]+/g, "")
    .replace(/ or (?:lower|higher|less|more|better)\b/g, "")
    .replace(/,? (?:at|through|on) (?=0x\b|uniswap\b)/g, " via ")
    .replace(/\b(?:executes? by itself|automatic)\b/g, "automatically");
  const { trade, left } = readTrade(lex(told, coins));
  const draft = draftOfTrade(trade);
  const isOther = left.some((item) => NO_TRADE.test(readingOf(item, "word") ?? ""));
  if (
    isOther ||
    draft.amount === undefined ||
    draft.token === undefined ||
    draft.bare !== undefined
  )
    return isCommand(line) ? line : undefined;
  const words = wordsOfDraft({
    ...draft,
    ...(draft.counter === undefined && draft.token !== "usdc" && { counter: "usdc" }),
  });
  return isCommand(words) ? words : isCommand(line) ? line : undefined;
}

/**
 * What the newest message tells of as done, as a command ("Done: bought 0.2 ETH for 500.40 USDC"):
 * of use where the words of before were read as nothing.
 */
export function shownDone(
  { shown: [text = ""] }: Pick<Past, "shown">,
  reader: Reader,
): string | undefined {
  if (!isDone(text)) return undefined;
  const { gave, got } = tradeIn(text);
  const isBought = /\bbought\b/i.test(text) && !/\bsold\b/i.test(text);
  const trade =
    gave === undefined || got === undefined
      ? undefined
      : isBought
        ? `buy ${got.amount} ${got.token} with ${gave.token}`
        : `sell ${gave.amount} ${gave.token} for ${got.token}`;
  const words =
    trade?.toLowerCase() ?? commandIn(text.replace(/([0-9]),(?=[0-9]{3})/g, "$1"), reader);
  return words !== undefined && reader.read(words).kind === "call" ? words : undefined;
}

/** An order that the last command was about, as a list of before describes it. */
export function described(
  { call, shown }: Pick<Past, "shown" | "call">,
  reader: Reader,
): string | undefined {
  const id = call?.args.id;
  if (typeof id !== "number" || id === 0) return undefined;
  const told = new RegExp(`#${id}:? \\(?([^#]*?[0-9][^#]*)`);
  const found = shown.flatMap(
    (text) => told.exec(text.replace(/([0-9]),(?=[0-9]{3})/g, "$1"))?.[1] ?? [],
  );
  return found.flatMap((text) => commandIn(text.replace(/[).;].*$/s, ""), reader) ?? [])[0];
}

/**
 * The command that the next words change: what was offered last, with the options that its own
 * words had, else the last command.
 */
export function draftWords(past: Past, reader: Reader): string {
  // What a notice asks is a draft, too.
  const offer =
    shownOffer(past, reader, past.words === "") ??
    (past.call === undefined ? shownDone(past, reader) : undefined);
  if (offer === undefined)
    return (
      (past.call !== undefined && !isTradeCall(past.call) ? described(past, reader) : undefined) ??
      past.words
    );
  const { call, words } = past;
  const reading = reader.read(offer);
  if (call === undefined || reading.kind !== "call" || reading.tool !== call.tool) return offer;
  const options = Object.values(optionsIn(words, reader.coins));
  // A venue that was only found is not one that was said.
  const own = call.args.dex === undefined ? offer.replace(/ via (?:0x|uniswap)\b/, "") : offer;
  return [
    own,
    ...options,
    ...(call.args.autoExecute === true && !offer.includes("automatically")
      ? ["automatically"]
      : []),
  ].join(" ");
}
