import { type Address, zeroAddress } from "viem";
import type * as z from "zod";
import { DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { quoteQuery, quoteResponse } from "../../schemas/quote.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { resolvePair } from "../chain/resolve-pair.ts";
import { chainOf } from "../chain-of.ts";
import type { Deps } from "../deps.ts";
import type { SwapRequest } from "../kinds/venue.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { formatPrice, parseUnits, tradeAmount } from "../lib/parse-units.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { askVenues, venuesToAsk } from "../venues/ask-venues.ts";
import { type BestQuote, bestOf, readGasFacts } from "../venues/best-of.ts";

type Query = z.infer<typeof quoteQuery>;
type Answer = z.infer<typeof quoteResponse>;

/** The default executor, and venues that had calls left when the call began. */
type Caller = { payer?: Address | undefined; freeVenues?: readonly VenueId[] | undefined };

/**
 * Quotes of all venues side by side, with gas. The calldata is for `query.taker`, or for the x402
 * `payer` (decision D16). Refuses with the codes of tokens, amounts and venues.
 */
export async function bestQuote(
  deps: Deps,
  query: Query,
  { payer, freeVenues }: Caller,
): Promise<Verdict<Answer>> {
  const request = await requestOf(deps, query, payer);
  if (!request.ok) return request;
  const { asked, unasked } = venuesToAsk(deps, { ...request.value, free: freeVenues });
  const [answers, gas] = await Promise.all([
    askVenues(deps, asked, request.value),
    asked.length > 1 ? readGasFacts(deps.chain(request.value.chainId), request.value) : undefined,
  ]);
  const best = bestOf(answers, unasked, gas);
  return best.ok ? answerOf(deps, best.value) : best;
}

async function requestOf(
  deps: Deps,
  query: Query,
  payer: Address | undefined,
): Promise<Verdict<SwapRequest>> {
  const chainId = parseChain(query.chain ?? String(DEFAULT_CHAIN_ID));
  if (!chainId.ok) return chainId;
  const taker = query.taker === undefined ? allow(payer) : normalizeAddress(query.taker);
  if (!taker.ok) return taker;
  const pair = await resolvePair(deps, chainId.value, query);
  if (!pair.ok) return pair;
  const { sell: tokenIn, buy: tokenOut } = pair.value;
  const asked = parseUnits(query.amount, tokenIn.decimals);
  const amount = asked.ok ? tradeAmount(asked.value) : asked;
  if (!amount.ok) return amount;
  return allow({
    chainId: chainId.value,
    tokenIn,
    tokenOut,
    mode: "exactIn",
    amountBase: amount.value,
    slippageBps: SETTINGS_DEFAULTS.slippageBps,
    ...(taker.value !== undefined && { taker: taker.value }),
  });
}

async function answerOf(deps: Deps, { quote, said }: BestQuote): Promise<Verdict<Answer>> {
  const { request } = quote;
  const { tokenIn, tokenOut } = request;
  const transaction =
    request.taker === undefined
      ? allow(INDICATIVE)
      : await deps.venue(quote.venue).transaction(quote, { routerVersion: "2.0" });
  if (!transaction.ok) return transaction;
  const { to, data, valueBase } = transaction.value;
  return allow({
    sellToken: tokenIn.address,
    buyToken: tokenOut.address,
    sellAmount: quote.amountInBase.toString(),
    buyAmount: quote.amountOutBase.toString(),
    price: formatPrice({
      inBase: quote.amountInBase,
      inDecimals: tokenIn.decimals,
      outBase: quote.amountOutBase,
      outDecimals: tokenOut.decimals,
    }),
    source: quote.venue,
    ...(said !== undefined && { comparison: said }),
    chain: chainOf(request.chainId).name,
    calldata: data,
    to,
    value: valueBase.toString(),
    gasEstimate: quote.gasUnits.toString(),
  });
}

/** Stands for no executor, never a fixed foreign address (decision D16). */
const INDICATIVE: { to: Address; data: "0x"; valueBase: bigint } = {
  to: zeroAddress,
  data: "0x",
  valueBase: 0n,
};
