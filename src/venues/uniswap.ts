import { zeroAddress } from "viem";
import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import type {
  SwapRequest,
  VenueFacts,
  VenuePort,
  VenueQuote,
  VenueTransaction,
} from "../kinds/venue.ts";
import { isNative, sameAddress } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import {
  badResponse,
  callPath,
  sameToken,
  slippageLimit,
  type VenueAnswer,
  type VenueOptions,
  venueAmount,
  venueTransaction,
} from "./call-venue.ts";

const NAME = "Uniswap";

/**
 * Uniswap's Trading API, pools only. One request for a quote, another for its calldata, never
 * repeated. Router version: of a quote `request.routerVersion`, of calldata `facts.routerVersion`.
 */
export function createUniswap(options: VenueOptions): VenuePort {
  return {
    id: "uniswap",
    quote: (request) => quote(options, request),
    transaction: (quoted, facts) => transaction(options, quoted, facts),
  };
}

async function quote(options: VenueOptions, request: SwapRequest): Promise<Verdict<VenueQuote>> {
  const answer = await post(options, "/quote", request.routerVersion ?? "2.0", quoteBody(request));
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  if (status >= 400) return refuseQuote(status);
  return body === undefined ? badResponse(NAME) : readUniswapQuote(body, request);
}

/**
 * CLASSIC (decision D17) is an error since October 2025. `protocols` chooses the pools; beside it
 * BEST_PRICE is the only preference (api-docs.uniswap.org, routing preference). An indicative quote
 * needs a swapper too.
 */
const quoteBody = (request: SwapRequest) => ({
  type: request.mode === "exactIn" ? "EXACT_INPUT" : "EXACT_OUTPUT",
  amount: request.amountBase.toString(),
  tokenIn: spelled(request.tokenIn.address),
  tokenOut: spelled(request.tokenOut.address),
  tokenInChainId: request.chainId,
  tokenOutChainId: request.chainId,
  swapper: request.taker ?? zeroAddress,
  slippageTolerance: Number(formatUnits(BigInt(request.slippageBps), 2)),
  routingPreference: "BEST_PRICE",
  protocols: request.protocols ?? ["V2", "V3", "V4"],
});

async function transaction(
  options: VenueOptions,
  quoted: VenueQuote,
  facts: VenueFacts,
): Promise<Verdict<VenueTransaction>> {
  const { taker, chainId } = quoted.request;
  if (taker === undefined) {
    return refuse(
      "invalid_request",
      "This quote is indicative: ask again with the vault as taker to get calldata.",
    );
  }
  const answer = await post(options, "/swap", facts.routerVersion, swapBody(quoted, facts));
  if (!answer.ok) return answer;
  const parsed = uniswapAnswer.swap.safeParse(answer.value.body);
  if (answer.value.status >= 400 || !parsed.success) return badResponse(NAME);
  const { to, data, value, from, chainId: builtFor } = parsed.data.swap;
  const fits = sameAddress(from ?? taker, taker) && (builtFor ?? chainId) === chainId;
  return fits ? allow({ to, data, valueBase: value }) : badResponse(NAME);
}

/**
 * The answer to /quote without its permit: the vault's adapter grants the allowance, and an
 * unsigned permit is an error. A native exact output needs the sweep, or anyone takes what stays in
 * the router (docs/facts/vault-contracts.md 6).
 */
function swapBody({ raw, request }: VenueQuote, { deadlineSec }: VenueFacts) {
  const { permitData: _permit, permitTransaction: _approval, ...answer } = raw;
  const isRefunded = request.mode === "exactOut" && isNative(request.tokenIn.address);
  return {
    ...answer,
    ...(deadlineSec !== undefined && { deadline: deadlineSec }),
    ...(isRefunded && { safetyMode: "SAFE" }),
  };
}

const post = (
  options: VenueOptions,
  path: string,
  version: string,
  body: object,
): Promise<Verdict<VenueAnswer>> =>
  callPath(
    NAME,
    options,
    path,
    { "x-api-key": options.apiKey, "x-universal-router-version": version },
    body,
  );

const refuseQuote = (status: number): Refusal =>
  status === 404
    ? refuse(
        "no_route",
        "Uniswap knows no route for this pair and amount. Try another amount, or dex 0x.",
      )
    : refuse(
        "invalid_request",
        "Uniswap does not accept this request. Check the tokens, the amount and the chain.",
      );

const spelled = (token: string): string => (isNative(token) ? zeroAddress : token);

/** These end in the vault's own transaction; others are orders for a filler (decision D17). */
const EXECUTABLE = ["CLASSIC", "WRAP", "UNWRAP"];

/**
 * Compares routing, tokens and the exact side with the request. Refuses an integrator's fee, which
 * a vault cannot pay. Refuses with venue_bad_response, or no_route for too small an amount.
 */
function readUniswapQuote(
  raw: Readonly<Record<string, unknown>>,
  request: SwapRequest,
): Verdict<VenueQuote> {
  const routing = uniswapAnswer.routing.safeParse(raw);
  if (!routing.success || !EXECUTABLE.includes(routing.data.routing)) return badResponse(NAME);
  const parsed = uniswapAnswer.quote.safeParse(raw);
  if (!parsed.success) return badResponse(NAME);
  const { input, output, gasUseEstimate, portionBips } = parsed.data.quote;
  const exact = request.mode === "exactIn" ? input.amount : output.amount;
  const fits =
    sameToken(input.token, request.tokenIn.address) &&
    sameToken(output.token, request.tokenOut.address) &&
    exact === request.amountBase &&
    input.amount > 0n &&
    (portionBips ?? 0) === 0;
  if (!fits) return badResponse(NAME);
  if (output.amount === 0n) return refuse("no_route", "This amount is too small to buy anything.");
  const amounts = { amountInBase: input.amount, amountOutBase: output.amount };
  return allow({
    venue: "uniswap",
    request,
    ...amounts,
    limitBase: slippageLimit({ ...request, ...amounts }),
    gasUnits: gasUseEstimate ?? 0n,
    raw,
  });
}

const side = z.object({ token: hexAddress, amount: venueAmount });

/** Only the fields that are read. Source: api-docs.uniswap.org, POST /quote and POST /swap. */
const uniswapAnswer = {
  /** Read first: UniswapX answers have another shape under `quote`. */
  routing: z.object({ routing: z.string() }),
  quote: z.object({
    quote: z.object({
      input: side,
      output: side,
      gasUseEstimate: venueAmount.nullish(),
      portionBips: z.number().nullish(),
    }),
  }),
  swap: z.object({
    swap: venueTransaction.extend({ from: hexAddress.nullish(), chainId: z.number().nullish() }),
  }),
};
