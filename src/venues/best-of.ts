import { type Address, zeroAddress } from "viem";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { isCoin, oracleSpot } from "../chain/oracle-spot.ts";
import type { Token } from "../chain/resolve-token.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { SwapRequest, VenueQuote } from "../kinds/venue.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { formatUnits, sixFigures } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { VenueAnswers } from "./ask-venues.ts";
import { movedBy } from "./moved-by.ts";

type Traded = Pick<SwapRequest, "mode" | "tokenIn" | "tokenOut">;

/** `said` tells the winner and its lead; undefined where one venue alone could be asked. */
export type BestQuote = { quote: VenueQuote; said?: string };

/**
 * The quote by which most arrives, or for an exact output least leaves, after gas where all can be
 * valued. Of equal ones the first asked. `unasked` had used up their calls. Without a price it
 * refuses with the first venue's code.
 */
export function bestOf(
  answers: VenueAnswers,
  unasked: readonly VenueId[],
  gas: GasFacts | undefined,
): Verdict<BestQuote> {
  const [only, second] = answers;
  const isChosen = second !== undefined || unasked.length > 0;
  if (only === undefined) throw new Error("no venue was asked");
  const quotes = answers.flatMap(({ answer }) => (answer.ok ? [answer.value] : []));
  const costs = quotes.length > 1 ? quotes.map((quote) => gasCost(quote, gas)) : [];
  const isAfterGas = costs.length > 0 && costs.every((cost) => cost !== undefined);
  const ranked = quotes
    .map((quote, at) => ({ quote, netBase: netOf(quote, isAfterGas ? (costs[at] ?? 0n) : 0n) }))
    // A stable sort keeps the first of two equal ones first.
    .sort((one, other) => better(one.quote, one.netBase, other.netBase));
  const [best, next] = ranked;
  if (best === undefined)
    return isChosen
      ? refusedByAll(answers)
      : only.answer.ok
        ? allow({ quote: only.answer.value })
        : only.answer;
  if (!isChosen) return allow({ quote: best.quote });
  return allow({
    quote: best.quote,
    said: bestPriceText({ best, next, isAfterGas, answers, unasked }),
  });
}

function netOf(quote: VenueQuote, gasBase: bigint): bigint {
  const { inBase, outBase } = movedBy(quote);
  return quote.request.mode === "exactIn" ? outBase - gasBase : inBase + gasBase;
}

const better = ({ request }: VenueQuote, one: bigint, other: bigint): number =>
  one === other ? 0 : one > other === (request.mode === "exactIn") ? -1 : 1;

function refusedByAll(answers: VenueAnswers) {
  const refusals = answers.flatMap(({ venue, answer }) => (answer.ok ? [] : [{ venue, answer }]));
  const [first] = refusals;
  if (first === undefined) throw new Error("no venue refused");
  const words = refusals.map(({ venue, answer }) => `${venue}: ${answer.message}`);
  return refuse(first.answer.code, `No venue gives it. ${words.join(" ")}`, first.answer.details);
}

/**
 * Gas in base units of the compared token, rounded up, without a rollup's charge for publishing:
 * valued by the quote where the coin is traded, else by the oracle. undefined: no gas named, or no
 * value.
 */
function gasCost(quote: VenueQuote, gas: GasFacts | undefined): bigint | undefined {
  if (gas === undefined || quote.gasUnits <= 0n) return undefined;
  const wei = quote.gasUnits * gas.priceWei;
  const { compared, other } = comparedTokens(quote.request);
  if (isCoin(gas, compared.address)) return wei;
  const { inBase, outBase } = movedBy(quote);
  const [comparedBase, otherBase] =
    quote.request.mode === "exactIn" ? [outBase, inBase] : [inBase, outBase];
  if (isCoin(gas, other.address))
    return otherBase === 0n ? undefined : (wei * comparedBase + otherBase - 1n) / otherBase;
  const worth = gas.coinWorth(wei);
  return worth === undefined ? undefined : worth + 1n;
}

/** Gas price, and the coin's worth in the compared token. */
export type GasFacts = {
  priceWei: bigint;
  wrappedNative: Address;
  /** By the oracle's spot, rounded down; undefined: not needed, or no spot. */
  coinWorth(wei: bigint): bigint | undefined;
};

/**
 * One request. Spot may decide between venues, because both shields judge the choice. undefined:
 * the chain's head could not be read.
 */
export async function readGasFacts(
  { addresses, rpc }: Pick<ChainDeps, "addresses" | "rpc">,
  request: Traded,
): Promise<GasFacts | undefined> {
  const { wrappedNative, oracle } = addresses;
  const { compared, other } = comparedTokens(request);
  const pair = { tokenIn: zeroAddress, tokenOut: compared.address };
  const spot =
    oracle === null || isCoin(addresses, compared.address) || isCoin(addresses, other.address)
      ? undefined
      : { oracle, wrappedNative };
  const [head, outcomes] = await Promise.all([
    rpc.send([blockReads.latest(), blockReads.maxPriorityFeePerGas()]),
    spot === undefined ? [] : rpc.send(oracleSpot.calls(spot, pair)),
  ]);
  const [block, tip] = head;
  if (!block.ok) return undefined;
  return {
    priceWei: block.value.baseFeePerGas + (tip.ok ? tip.value : 0n),
    wrappedNative,
    coinWorth: (wei) => {
      const amounts = { mode: "exactIn" as const, amountInBase: wei, amountOutBase: 0n };
      const worth = spot && oracleSpot.amount(spot, pair, amounts, outcomes);
      return worth?.kind === "price" ? worth.amountBase : undefined;
    },
  };
}

type Ranked = { quote: VenueQuote; netBase: bigint };
type Compared = {
  best: Ranked;
  next: Ranked | undefined;
  isAfterGas: boolean;
  answers: VenueAnswers;
  unasked: readonly VenueId[];
};

/** Refusals by which a venue answered that it does not trade this. */
const NO_PRICE: ReadonlySet<string> = new Set([
  "no_route",
  "invalid_request",
  "exact_output_unsupported",
]);

/**
 * Also tells why each other venue gave no price.
 * @example "Best price: uniswap, 0.25 USDC (8 bps) more than 0x after gas."
 */
function bestPriceText({ best, next, isAfterGas, answers, unasked }: Compared): string {
  const silent = answers.flatMap(({ venue, answer }) =>
    answer.ok
      ? []
      : [NO_PRICE.has(answer.code) ? `${venue} has no price for it.` : `${venue} did not answer.`],
  );
  return [
    next === undefined ? `Price of ${best.quote.venue} alone.` : comparison(best, next, isAfterGas),
    ...silent,
    ...unasked.map((venue) => `${venue} was not asked: its share of calls is used up.`),
  ].join(" ");
}

function comparison(best: Ranked, next: Ranked, isAfterGas: boolean): string {
  const { venue, request } = best.quote;
  const gas = isAfterGas ? "after gas" : "before gas, which could not be valued";
  const gainBase =
    best.netBase > next.netBase ? best.netBase - next.netBase : next.netBase - best.netBase;
  if (gainBase === 0n) return `Best price: ${venue}, the same as ${next.quote.venue} ${gas}.`;
  const { compared } = comparedTokens(request);
  const amount = `${sixFigures(formatUnits(gainBase, compared.decimals))} ${compared.symbol}`;
  const bps = next.netBase <= 0n ? undefined : (gainBase * WHOLE_BPS) / next.netBase;
  const share = bps === undefined ? "" : bps === 0n ? " (under 1 bps)" : ` (${bps} bps)`;
  const word = request.mode === "exactIn" ? "more" : "less";
  return `Best price: ${venue}, ${amount}${share} ${word} than ${next.quote.venue} ${gas}.`;
}

/** Quotes differ by the bought amount of a sale, or the sold amount of an exact output. */
const comparedTokens = ({ mode, tokenIn, tokenOut }: Traded): { compared: Token; other: Token } =>
  mode === "exactIn"
    ? { compared: tokenOut, other: tokenIn }
    : { compared: tokenIn, other: tokenOut };
