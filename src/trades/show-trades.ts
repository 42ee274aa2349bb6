import type { ChainId } from "../../schemas/chains.ts";
import { hexHash } from "../../schemas/primitives.ts";
import type { Unavailable } from "../../schemas/vaults/vault-overview.ts";
import {
  TRADE_GAPS,
  type TradeGap,
  type VaultTrade,
  type VaultTrades,
} from "../../schemas/vaults/vault-trades.ts";
import type { Token } from "../chain/resolve-token.ts";
import { COIN_DECIMALS, formatUnits } from "../lib/parse-units.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { TokenCost, TradeResult } from "./average-cost.ts";
import { shownGas } from "./gas-line.ts";
import { gasValueOf } from "./gas-paid.ts";
import type { TradeBook } from "./read-trade-book.ts";
import type { Trade } from "./read-trades.ts";

export type Page = { chainId: ChainId; cursor?: number | undefined; limit: number };

/** A page of what was sent, the newest first, and what all of it made. */
export function showTrades(book: TradeBook, { chainId, cursor, limit }: Page): VaultTrades {
  const { trades, cost, baseToken, block, isAll } = book;
  const sent = trades
    .map((trade, at) => ({ trade, result: cost.results[at] ?? NOTHING }))
    .filter(({ trade }) => trade.status !== "never_sent")
    .filter(({ trade }) => cursor === undefined || trade.n < cursor)
    .toReversed();
  const shown = sent.slice(0, limit);
  const last = shown.at(-1)?.trade.n ?? null;
  return {
    chainId,
    block: block.toString(),
    baseToken: {
      address: baseToken.address,
      symbol: baseToken.symbol,
      decimals: baseToken.decimals,
    },
    trades: shown.map(({ trade, result }) => tradeOf(trade, result, book, chainId)),
    tokens: cost.tokens.map((one, at) => tokenOf(one, book.values[at], book)),
    totals: totalsOf(book, chainId),
    isAll,
    page: { limit, nextCursor: sent.length > limit ? last : null },
  };
}

const NOTHING: TradeResult = { kind: "none" };

function tradeOf(
  trade: Trade,
  result: TradeResult,
  { nameOf, baseToken }: TradeBook,
  chainId: ChainId,
): VaultTrade {
  const { n, atMs, status, venue, blockNumber, orderId, sliceNumber } = trade;
  const side = (address: Trade["tokenIn"], amountBase: bigint | undefined) => {
    const token = nameOf(address);
    return { token: address, ...namesOf(token), moved: movedOf(trade, amountBase, token) };
  };
  return {
    n,
    at: atMs,
    chainId,
    status: status === "never_sent" ? "open" : status,
    venue,
    sold: side(trade.tokenIn, trade.soldBase),
    bought: side(trade.tokenOut, trade.boughtBase),
    hash: hexHash.parse(trade.hash),
    blockNumber: blockNumber ?? null,
    orderId: orderId ?? null,
    sliceNumber: sliceNumber ?? null,
    gas: gasOf(trade, baseToken),
    ...profitOf(trade, result, baseToken),
  };
}

function movedOf(trade: Trade, amountBase: bigint | undefined, token: Token | undefined) {
  const { status } = trade;
  if (status === "open") return gap("pending");
  // Nothing of a reverted or replaced transaction took effect; the chain says so.
  const known = status === "confirmed" ? amountBase : 0n;
  if (known === undefined) return gap(trade.isEstimated ? "not_in_receipt" : "not_recorded");
  return {
    amount: token === undefined ? null : formatUnits(known, token.decimals),
    amountBase: known.toString(),
  };
}

function gasOf(trade: Trade, baseToken: Token): VaultTrade["gas"] {
  const { gas, coin, status, blockNumber } = trade;
  if (status === "open") return gap("pending");
  if (gas === undefined) return gap(blockNumber === undefined ? "receipt_unknown" : "not_recorded");
  const valueBase = gasValueOf(trade);
  return {
    units: gas.units.toString(),
    wei: gas.wei.toString(),
    amount: formatUnits(gas.wei, COIN_DECIMALS),
    value:
      valueBase === undefined || !coin
        ? gap(coin === null ? "no_price" : "not_recorded")
        : { ...inBase(valueBase, baseToken), block: coin.block },
  };
}

type Profit = Pick<VaultTrade, "realised" | "uncoveredBase">;

function profitOf(trade: Trade, result: TradeResult, baseToken: Token): Profit {
  const uncoveredBase = result.kind === "sale" ? result.uncovered.toString() : null;
  switch (result.kind) {
    case "sale":
      return result.covered === 0n
        ? { realised: gap("cost_unknown"), uncoveredBase }
        : { realised: inBase(result.realised, baseToken), uncoveredBase };
    case "uncounted":
      return { realised: gap(whyUncounted(trade, result.why)), uncoveredBase };
    case "none":
      return { realised: trade.status === "open" ? gap("pending") : null, uncoveredBase };
    case "purchase":
      return { realised: null, uncoveredBase };
  }
}

function whyUncounted({ isEstimated }: Trade, why: "amounts" | "base_token"): TradeGap {
  if (why === "base_token") return "no_base_token";
  return isEstimated ? "not_in_receipt" : "not_recorded";
}

function tokenOf(
  cost: TokenCost,
  value: Verdict<bigint> | undefined,
  { nameOf, baseToken }: TradeBook,
): VaultTrades["tokens"][number] {
  return {
    token: cost.token,
    ...namesOf(nameOf(cost.token)),
    boughtBase: cost.bought.toString(),
    paidBase: cost.paid.toString(),
    soldBase: cost.sold.toString(),
    receivedBase: cost.received.toString(),
    heldBase: cost.held.toString(),
    costBase: cost.cost.toString(),
    uncoveredBase: cost.uncovered.toString(),
    realised: inBase(cost.realised, baseToken),
    value: valueOr(value, (worth) => inBase(worth, baseToken)),
    open: valueOr(value, (worth) => inBase(worth - cost.cost, baseToken)),
  };
}

function totalsOf({ cost, values, gas, baseToken }: TradeBook, chainId: ChainId) {
  const realised = cost.tokens.reduce((sum, one) => sum + one.realised, 0n);
  const open = cost.tokens.reduce((sum, one, at) => {
    const value = values[at];
    return value?.ok ? sum + value.value - one.cost : sum;
  }, 0n);
  return {
    realised: inBase(realised, baseToken),
    open: {
      ...inBase(open, baseToken),
      missing: cost.tokens.filter((_, at) => !values[at]?.ok).map(({ token }) => token),
    },
    gas: shownGas(gas, baseToken, chainId),
    counted: cost.counted,
    uncounted: cost.uncounted,
  };
}

const namesOf = (token: Token | undefined) => ({
  symbol: token?.symbol ?? null,
  decimals: token?.decimals ?? null,
});

const inBase = (amountBase: bigint, { decimals }: Token) => ({
  amount: formatUnits(amountBase, decimals),
  amountBase: amountBase.toString(),
});

const gap = (error: TradeGap): Unavailable => ({
  unavailable: { error, message: TRADE_GAPS[error] },
});

/** Of a value that was asked for, or why there is none. */
function valueOr<S>(
  value: Verdict<bigint> | undefined,
  show: (value: bigint) => S,
): S | Unavailable {
  if (value === undefined) throw new Error("a value was not asked for");
  return value.ok
    ? show(value.value)
    : { unavailable: { error: value.code, message: value.message } };
}
