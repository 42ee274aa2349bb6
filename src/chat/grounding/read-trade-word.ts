import { parseChain } from "../../chain/parse-chain.ts";
import { parseVenue } from "../../venues/parse-venue.ts";
import { isTold } from "./is-told.ts";
import type { TradeState } from "./trade-state.ts";
import { unitMinutes } from "./unit-minutes.ts";
import { VOCABULARY } from "./vocabulary.ts";

/** Where to go on after the word at `at`, or undefined for one that is not known there. */
export function readTradeWord(state: TradeState, at: number, text: string): number | undefined {
  if (VOCABULARY.transparent.has(text)) return at + 1;
  return (
    readCourtesy(state, at, text) ??
    readVerb(state, at, text) ??
    readPlace(state, at, text) ??
    readPace(state, at, text) ??
    readRest(state, at, text)
  );
}

const wordAt = ({ items }: TradeState, at: number): string | undefined => {
  const item = items[at];
  return item?.kind === "word" ? item.text : undefined;
};

const PAIRS = [
  ["thank", "you"],
  ["would", "like"],
  ["right", "now"],
  ["right", "away"],
] as const;

/** Words that are harmless in pairs only: "you", "would" and "right" alone ask or suppose. */
function readCourtesy(state: TradeState, at: number, text: string): number | undefined {
  const following = wordAt(state, at + 1);
  const isRequest = (text === "can" || text === "could") && following === "you";
  if (isRequest) state.isPolite = true;
  const isPair = PAIRS.some(([first, second]) => first === text && second === following);
  return isRequest || isPair ? at + 2 : undefined;
}

function readVerb(state: TradeState, at: number, text: string): number | undefined {
  if ((VOCABULARY.sell.has(text) || VOCABULARY.buy.has(text)) && isTold(state.items, at)) return undefined;
  if (VOCABULARY.sell.has(text)) state.context = { verb: "sell" };
  else if (VOCABULARY.buy.has(text)) state.context = { verb: "buy" };
  else if (VOCABULARY.trade.has(text))
    // A noun ("a twap to buy ...") has no object where another verb has it.
    state.context = state.classes.isByTradeWord ? { verb: "sell" } : undefined;
  else return undefined;
  return at + 1;
}

/** "on arbitrum", "on the arbitrum chain", "uniswap". Whether "on uni" is a chain or a venue is not for us to say. */
function readPlace(state: TradeState, at: number, text: string): number | undefined {
  const to = wordAt(state, at + 1) === "the" ? at + 2 : at + 1;
  const name = wordAt(state, to);
  const chain = text === "on" && name !== undefined && name !== "uni" ? parseChain(name) : undefined;
  if (chain?.ok) state.reading.chains.push(chain.value);
  const venue = parseVenue(text);
  if (venue.ok) state.reading.venues.push(venue.value);
  if (!chain?.ok && !venue.ok) return undefined;
  state.context = undefined;
  return chain?.ok ? to + 1 : at + 1;
}

/** "every hour", "hourly"; "every" before a number is read with it, and so are "over" and "next". */
function readPace(state: TradeState, at: number, text: string): number | undefined {
  const isNumberNext = state.items[at + 1]?.kind === "number";
  const intervalOf = (minutes: number | undefined, next: number): number | undefined => {
    if (minutes === undefined) return undefined;
    state.reading.intervals.push({ minutes, at });
    state.context = undefined;
    return next;
  };
  switch (text) {
    case "hourly":
      return intervalOf(60, at + 1);
    case "daily":
      return intervalOf(1_440, at + 1);
    case "every":
    case "each":
      return isNumberNext ? at + 1 : intervalOf(unitMinutes(wordAt(state, at + 1)), at + 2);
    case "next":
      return isNumberNext ? at + 1 : undefined;
    default:
      return undefined;
  }
}

function readRest(state: TradeState, at: number, text: string): number | undefined {
  if (VOCABULARY.preposition.has(text)) {
    state.context = { preposition: text };
    return at + 1;
  }
  state.context = undefined;
  if (VOCABULARY.over.has(text)) return isTimeNext(state, at) ? at + 1 : undefined;
  if (VOCABULARY.automatic.has(text)) state.reading.isAutomatic = true;
  else if (VOCABULARY.notify.has(text)) state.reading.isNotifyOnly = true;
  else if (!VOCABULARY.filler.has(text)) return undefined;
  return at + 1;
}

/** "over 2 hours", "over the next 2 hours": without its figure the word says nothing that a call has. */
function isTimeNext(state: TradeState, at: number): boolean {
  let next = at + 1;
  while (wordAt(state, next) === "the" || wordAt(state, next) === "next") next += 1;
  return state.items[next]?.kind === "number";
}
