import { type Address, zeroAddress } from "viem";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { oracleSpot } from "../chain/oracle-spot.ts";
import type { Token } from "../chain/resolve-token.ts";
import { blockReads } from "../chain/transaction-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { SwapRequest, VenueQuote } from "../kinds/venue.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { isNative } from "../lib/normalize-address.ts";
import { formatUnits, sixFigures } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { VenueAnswers } from "./ask-venues.ts";
import { movedBy } from "./moved-by.ts";

/** `said`: which venue won and by how much; undefined where one alone could be asked. */
export type BestQuote = { quote: VenueQuote; said?: string };

/**
 * By which most arrives, or for an exact output least leaves, after gas where every one's can be valued. Equal ones: the first that was
 * asked. `unasked`: their share of calls was used up. One answer alone is given as it came. Without a price it refuses with the first
 * venue's code.
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
    // Sorting is stable: the first of two that are equal stays first.
    .sort((one, other) => better(one.quote, one.netBase, other.netBase));
  const [best, next] = ranked;
  if (best === undefined)
    return isChosen ? refusedByAll(answers) : only.answer.ok ? allow({ quote: only.answer.value }) : only.answer;
  if (!isChosen) return allow({ quote: best.quote });
  return allow({ quote: best.quote, said: bestPriceText({ best, next, isAfterGas, answers, unasked }) });
}

/** Gas is paid out of what arrives; for an exact output it leaves beside it. */
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
 * In base units of the compared token, rounded up: by the quote where the chain's coin is one of its tokens, else by the oracle; without
 * what a rollup charges for publishing. undefined: the venue names no gas, or it cannot be valued.
 */
function gasCost(quote: VenueQuote, gas: GasFacts | undefined): bigint | undefined {
  if (gas === undefined || quote.gasUnits <= 0n) return undefined;
  const wei = quote.gasUnits * gas.priceWei;
  const { compared, other } = comparedTokens(quote.request);
  const isCoin = (token: string) => isNative(token) || token.toLowerCase() === gas.wrappedNative.toLowerCase();
  if (isCoin(compared.address)) return wei;
  const { inBase, outBase } = movedBy(quote);
  const [comparedBase, otherBase] = quote.request.mode === "exactIn" ? [outBase, inBase] : [inBase, outBase];
  if (isCoin(other.address)) return otherBase === 0n ? undefined : (wei * comparedBase + otherBase - 1n) / otherBase;
  const worth = gas.coinWorth(wei);
  return worth === undefined ? undefined : worth + 1n;
}

/** With what the coin is worth in the compared token. */
export type GasFacts = {
  priceWei: bigint;
  wrappedNative: Address;
  /** By the oracle's spot, rounded down; undefined: not needed, or there is none. */
  coinWorth(wei: bigint): bigint | undefined;
};

/** In one request. The spot only decides between venues: both shields judge what is chosen. undefined: the chain's head could not be read. */
export async function readGasFacts(
  { addresses, rpc }: Pick<ChainDeps, "addresses" | "rpc">,
  request: Pick<SwapRequest, "mode" | "tokenIn" | "tokenOut">,
): Promise<GasFacts | undefined> {
  const { wrappedNative, oracle } = addresses;
  const { compared, other } = comparedTokens(request);
  const isCoin = (token: Address) => isNative(token) || token.toLowerCase() === wrappedNative.toLowerCase();
  const pair = { tokenIn: zeroAddress, tokenOut: compared.address };
  const spot =
    oracle === null || isCoin(compared.address) || isCoin(other.address) ? undefined : { oracle, wrappedNative };
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
  /** The next best; undefined: nobody else gave a price. */
  next: Ranked | undefined;
  isAfterGas: boolean;
  answers: VenueAnswers;
  unasked: readonly VenueId[];
};

/** Answered, and trades this not at all or not so much. */
const NO_PRICE: ReadonlySet<string> = new Set(["no_route", "invalid_request", "exact_output_unsupported"]);

/**
 * And of every other one why it gave no price.
 * @example "Best price: uniswap, 0.25 USDC (8 bps) more than 0x after gas."
 */
function bestPriceText({ best, next, isAfterGas, answers, unasked }: Compared): string {
  const silent = answers.flatMap(({ venue, answer }) =>
    answer.ok ? [] : [NO_PRICE.has(answer.code) ? `${venue} has no price for it.` : `${venue} did not answer.`],
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
  const gainBase = best.netBase > next.netBase ? best.netBase - next.netBase : next.netBase - best.netBase;
  if (gainBase === 0n) return `Best price: ${venue}, the same as ${next.quote.venue} ${gas}.`;
  const { compared } = comparedTokens(request);
  const amount = `${sixFigures(formatUnits(gainBase, compared.decimals))} ${compared.symbol}`;
  const bps = next.netBase <= 0n ? undefined : (gainBase * WHOLE_BPS) / next.netBase;
  const share = bps === undefined ? "" : bps === 0n ? " (under 1 bps)" : ` (${bps} bps)`;
  const word = request.mode === "exactIn" ? "more" : "less";
  return `Best price: ${venue}, ${amount}${share} ${word} than ${next.quote.venue} ${gas}.`;
}

/** By whose amount quotes differ, and the other: what is bought of a sale, what is sold for an exact output. */
const comparedTokens = ({
  mode,
  tokenIn,
  tokenOut,
}: Pick<SwapRequest, "mode" | "tokenIn" | "tokenOut">): { compared: Token; other: Token } =>
  mode === "exactIn" ? { compared: tokenOut, other: tokenIn } : { compared: tokenIn, other: tokenOut };
