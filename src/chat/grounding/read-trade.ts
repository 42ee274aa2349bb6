import type { ChainId } from "../../../schemas/chains.ts";
import { parseChain } from "../../chain/parse-chain.ts";
import { readFigure } from "./read-figure.ts";
import { readTradeWord } from "./read-trade-word.ts";
import { roleOf, verbClasses } from "./role-of.ts";
import { sideOfToken } from "./side-of-token.ts";
import type { NotRead, TradeReading, TradeSide, TradeTokens } from "./trade-reading.ts";
import type { TradeState } from "./trade-state.ts";
import type { WordItem } from "./word-item.ts";

/**
 * Reads a sentence about one swap or TWAP order of two given tokens. Every word must be a token, a figure with its meaning,
 * a chain, a venue or one of the vocabulary: whatever else stands there may say the opposite.
 * @example "sell 1 ETH for USDC" with {in: "ETH", out: "USDC"}: amount 1 of `in`; `in` is sold, `out` is bought
 */
export function readTrade(items: readonly WordItem[], tokens: TradeTokens): TradeReading | NotRead {
  const state: TradeState = {
    items,
    tokens,
    classes: verbClasses(items),
    context: undefined,
    isPolite: false,
    reading: {
      amounts: [],
      slices: [],
      counts: [],
      durations: [],
      intervals: [],
      roles: [],
      chains: [],
      venues: [],
      isAutomatic: false,
      isNotifyOnly: false,
    },
  };
  let at = 0;
  while (at < items.length) {
    const next = readItem(state, at);
    if (typeof next === "object") return next;
    at = next;
  }
  return state.reading;
}

/** Where to go on after the item at `at`. */
function readItem(state: TradeState, at: number): number | NotRead {
  const item = state.items[at];
  const chain = chainAt(state.items, at);
  if (chain !== undefined) {
    state.reading.chains.push(chain);
    state.context = undefined;
    return at + 2;
  }
  const side = sideOfToken(item, state.tokens);
  if (side !== undefined) return readToken(state, side) ?? at + 1;
  switch (item?.kind) {
    case "number":
      return readNumberAt(state, at, item.value);
    case "ask":
      return state.isPolite ? at + 1 : { reason: "question", word: "?" };
    case "address":
      return { reason: "unknown_word", word: item.text };
    case "word":
      return readTradeWord(state, at, item.text) ?? { reason: "unknown_word", word: item.text };
    default:
      state.context = undefined;
      return at + 1;
  }
}

/** "the ETH network": a chain also where the coin of that name is traded. */
function chainAt(items: readonly WordItem[], at: number): ChainId | undefined {
  const [item, next] = [items[at], items[at + 1]];
  if (item?.kind !== "word" || next?.kind !== "word" || !["chain", "network"].includes(next.text)) return undefined;
  const chain = parseChain(item.text);
  return chain.ok ? chain.value : undefined;
}

/** Takes down what the words before a token make of it. */
function readToken(state: TradeState, side: TradeSide): NotRead | undefined {
  const role = roleOf(state.context, state.classes);
  if (role === "unclear") return { reason: "unclear_side", word: state.tokens[side] };
  if (role !== undefined) state.reading.roles.push({ token: side, role });
  state.context = undefined;
  return undefined;
}

function readNumberAt(state: TradeState, at: number, value: string): number | NotRead {
  const { reading } = state;
  const figure = readFigure(state.items, at, state.tokens);
  if (figure === undefined) return { reason: "unclear_number", word: value };
  if (figure.kind === "amount") {
    reading.amounts.push({ value, token: figure.token, at });
    return figure.next;
  }
  if (figure.kind === "slice") {
    reading.slices.push({ value, ...(figure.token !== undefined && { token: figure.token }) });
    const unclear = figure.token === undefined ? undefined : readToken(state, figure.token);
    if (unclear !== undefined) return unclear;
  } else if (figure.kind === "count") reading.counts.push({ value: figure.count, at });
  else reading[figure.kind].push({ minutes: figure.minutes, at });
  state.context = undefined;
  return figure.next;
}
