import type { Address } from "viem";
import type { SwapRequest, VenueQuote, VenueTransaction } from "../../../src/kinds/venue.ts";
import { FIRST_PRICE, market } from "../chain/market.ts";
import { writeSwap } from "../chain/write-swap.ts";
import { writeZeroExSwap } from "../chain/write-zeroex-swap.ts";

/**
 * How a venue lies: a price far from the market, or calldata that does something else than what was
 * asked.
 */
export type VenueLie = "price" | "recipient" | "amount" | "token" | "garbage";

const MSG_SENDER: Address = `0x${"1".padStart(40, "0")}`;
const STRANGER: Address = `0x${"5".repeat(40)}`;
type Terms = Parameters<typeof market.out>[2];

/** What the venue takes, in basis points of the pools' price. */
const COST_BPS = 10n;

const amountsOf = ({ mode, amountBase, tokenIn, tokenOut }: SwapRequest, terms: Terms) =>
  mode === "exactIn"
    ? {
        amountInBase: amountBase,
        amountOutBase: market.out(amountBase, tokenIn.symbol === "WETH", terms),
      }
    : {
        amountInBase: market.in(amountBase, tokenOut.symbol === "WETH", terms),
        amountOutBase: amountBase,
      };

/** A pool DEX's quote at its price of now, as the parsed answer that the port gives. */
export function simQuote(
  request: SwapRequest,
  lie: VenueLie | undefined,
  price = FIRST_PRICE,
): VenueQuote {
  const amounts = amountsOf(request, { price, costBps: lie === "price" ? 3_000n : COST_BPS });
  const slippage = BigInt(request.slippageBps);
  const limitBase =
    request.mode === "exactIn"
      ? (amounts.amountOutBase * (10_000n - slippage)) / 10_000n
      : (amounts.amountInBase * (10_000n + slippage)) / 10_000n;
  return { venue: "uniswap", request, ...amounts, limitBase, gasUnits: 150_000n, raw: {} };
}

/** Its calldata. */
export function simTransaction(
  quote: VenueQuote,
  router: Address,
  lie: VenueLie | undefined,
): VenueTransaction {
  const { request, limitBase } = quote;
  const data = writeSwap({
    mode: request.mode,
    tokenIn: request.tokenIn.address,
    tokenOut: lie === "token" ? STRANGER : request.tokenOut.address,
    amountBase: lie === "amount" ? request.amountBase * 2n : request.amountBase,
    limitBase,
    recipient: lie === "recipient" ? STRANGER : MSG_SENDER,
    deadlineSec: 2_000_000_000,
  });
  return {
    to: router,
    data: lie === "garbage" ? (`${data.slice(0, 200)}00` as `0x${string}`) : data,
    valueBase: 0n,
  };
}

/**
 * The aggregator's, which came with its quote. It pays the taker that it was told, and sells exact
 * amounts alone.
 */
export function simZeroExTransaction(
  quote: VenueQuote,
  target: Address,
  lie: VenueLie | undefined,
): VenueTransaction {
  const { request, limitBase } = quote;
  const data = writeZeroExSwap({
    mode: "exactIn",
    tokenIn: request.tokenIn.address,
    tokenOut: lie === "token" ? STRANGER : request.tokenOut.address,
    amountBase: lie === "amount" ? request.amountBase * 2n : request.amountBase,
    limitBase,
    recipient: lie === "recipient" ? STRANGER : (request.taker ?? STRANGER),
    deadlineSec: 2_000_000_000,
  });
  return {
    to: target,
    data: lie === "garbage" ? (`${data.slice(0, 200)}00` as `0x${string}`) : data,
    valueBase: 0n,
  };
}
