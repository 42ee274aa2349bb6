import { canonicalToken } from "../calldata/native-token.ts";
import { chainOf } from "../chain-of.ts";
import type { SwapRequest, VenuePort, VenueQuote, VenueTransaction } from "../kinds/venue.ts";
import { isNative } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import {
  badResponse,
  callPath,
  sameToken,
  slippageLimit,
  type VenueOptions,
} from "./call-venue.ts";
import { zeroXAnswer } from "./zerox-answer.ts";

const NAME = "0x";
/** 0x's sign for the coin (docs/facts/venues.md). */
const NATIVE_PLACEHOLDER = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
/** The vaults' adapter refuses market makers' orders (docs/facts/vault-contracts.md 7). */
const EXCLUDED_SOURCES = "0x_RFQ";

/**
 * 0x Swap API v2 through AllowanceHolder. With a taker a quote is firm and brings its calldata,
 * else it is indicative. One request per quote, never repeated.
 */
export function createZeroX(options: VenueOptions): VenuePort {
  return {
    id: "0x",
    quote: (request) => quote(options, request),
    transaction: async (quoted) => transactionOf(quoted),
  };
}

async function quote(options: VenueOptions, request: SwapRequest): Promise<Verdict<VenueQuote>> {
  const headers = { "0x-api-key": options.apiKey, "0x-version": "v2" };
  const answer = await callPath(NAME, options, pathOf(request), headers);
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  if (status >= 400) return refuseZeroXError(body, request.mode);
  if (body === undefined) return badResponse(NAME);
  if (body.liquidityAvailable === false) return noRoute();
  return readZeroXQuote(body, request);
}

function pathOf(request: SwapRequest): string {
  const query = new URLSearchParams({
    chainId: String(request.chainId),
    sellToken: spelled(request.tokenIn.address),
    buyToken: spelled(request.tokenOut.address),
    [request.mode === "exactIn" ? "sellAmount" : "buyAmount"]: request.amountBase.toString(),
    slippageBps: String(request.slippageBps),
    excludedSources: EXCLUDED_SOURCES,
    ...(request.taker !== undefined && { taker: request.taker }),
  });
  const kind = request.taker === undefined ? "price" : "quote";
  return `/swap/allowance-holder/${kind}?${query}`;
}

const spelled = (token: string): string => (isNative(token) ? NATIVE_PLACEHOLDER : token);

const noRoute = () =>
  refuse(
    "no_route",
    "0x knows no route for this pair and amount. Try another amount, or dex uniswap.",
  );

const transactionOf = ({ transaction }: VenueQuote): Verdict<VenueTransaction> =>
  transaction === undefined
    ? refuse(
        "invalid_request",
        "This quote is indicative: ask again with the vault as taker to get calldata.",
      )
    : allow(transaction);

/** Errors that say "not this pair, not this amount". Source: the API's OpenAPI description. */
const NO_ROUTE = new Set([
  "TOKEN_NOT_SUPPORTED",
  "BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE",
  "SELL_TOKEN_NOT_AUTHORIZED_FOR_TRADE",
  "SELL_AMOUNT_TOO_SMALL",
  "INSUFFICIENT_LIQUIDITY",
  "NO_ROUTES_FOUND",
  // A route that failed 0x's own simulation, mostly for a token that taxes transfers.
  "SWAP_VALIDATION_FAILED",
]);
const FIELDS = new Set([
  "chainId",
  "sellToken",
  "buyToken",
  "sellAmount",
  "buyAmount",
  "taker",
  "slippageBps",
]);

/** By the error's documented `name`; 0x's text is not passed on. */
function refuseZeroXError(body: unknown, mode: "exactIn" | "exactOut"): Refusal {
  const parsed = zeroXAnswer.error.safeParse(body);
  if (!parsed.success) return badResponse(NAME);
  const { name, data } = parsed.data;
  if (NO_ROUTE.has(name))
    return refuse("no_route", "0x knows no route for this pair and amount. Try dex uniswap.");
  if (name === "INSUFFICIENT_BALANCE" || name === "INSUFFICIENT_BALANCE_OR_ALLOWANCE") {
    return refuse("insufficient_balance", "The taker does not hold enough of the token to sell.");
  }
  if (name !== "INPUT_INVALID") return badResponse(NAME);
  const fields = (data?.details ?? [])
    .map(({ field }) => field)
    .filter((field) => FIELDS.has(field));
  // An API that does not know buyAmount misses sellAmount.
  if (
    mode === "exactOut" &&
    fields.some((field) => field === "buyAmount" || field === "sellAmount")
  ) {
    return refuse(
      "exact_output_unsupported",
      "0x does not quote an exact output here. Use dex uniswap, or sell an exact input.",
    );
  }
  const named = fields.length === 0 ? "" : ` Check ${fields.join(", ")}.`;
  return refuse("invalid_request", `0x does not accept this request.${named}`, { fields });
}

/** 0x's rounding may differ by the precision of a double. */
const ROUNDING = 1_000_000_000_000n;

type Amounts = Pick<VenueQuote, "amountInBase" | "amountOutBase" | "limitBase" | "whole">;
type Transaction = NonNullable<ReturnType<typeof zeroXAnswer.exactIn.parse>["transaction"]>;

/**
 * Compares tokens, exact side, limit, and a firm quote's target with the request; calldata is
 * checked later. Refuses with venue_bad_response, or no_route for too small an amount.
 */
function readZeroXQuote(
  raw: Readonly<Record<string, unknown>>,
  request: SwapRequest,
): Verdict<VenueQuote> {
  const parsed = (
    request.mode === "exactIn" ? zeroXAnswer.exactIn : zeroXAnswer.exactOut
  ).safeParse(raw);
  if (!parsed.success) return badResponse(NAME);
  const { sellToken, buyToken, gas, fees, transaction } = parsed.data;
  const tokensFit =
    sameToken(sellToken, request.tokenIn.address) && sameToken(buyToken, request.tokenOut.address);
  const amounts =
    "sellAmount" in parsed.data
      ? readExactIn(parsed.data, request)
      : readExactOut(parsed.data, request);
  if (!tokensFit || amounts === undefined || !targetFits(transaction, request))
    return badResponse(NAME);
  if (amounts.amountOutBase === 0n)
    return refuse("no_route", "This amount is too small to buy anything.");
  return allow({
    venue: "0x",
    request,
    ...amounts,
    gasUnits: transaction?.gas ?? gas ?? 0n,
    ...feesOf(fees),
    raw,
    ...(transaction && request.taker && { transaction: plain(transaction) }),
  });
}

type ExactIn = ReturnType<typeof zeroXAnswer.exactIn.parse>;
function readExactIn(
  { sellAmount, buyAmount, minBuyAmount }: ExactIn,
  request: SwapRequest,
): Amounts | undefined {
  const amounts = { amountInBase: sellAmount, amountOutBase: buyAmount };
  const least = slippageLimit({ ...request, ...amounts });
  const tolerated = least - least / ROUNDING - 1n;
  if (sellAmount !== request.amountBase || minBuyAmount < tolerated || minBuyAmount > buyAmount)
    return undefined;
  return { ...amounts, limitBase: minBuyAmount < least ? minBuyAmount : least };
}

type ExactOut = ReturnType<typeof zeroXAnswer.exactOut.parse>;
/**
 * Limit is 0x's `maxSellAmount` (decision D16), at most a quarter of the slippage above ours, for
 * the cost of selling the surplus back. Without a route for that the whole maximum leaves, and buys
 * more.
 */
function readExactOut(answer: ExactOut, request: SwapRequest): Amounts | undefined {
  const { estimatedNetSellAmount, maxSellAmount, buyAmount } = answer;
  const amounts = { amountInBase: estimatedNetSellAmount, amountOutBase: buyAmount };
  const most = slippageLimit({ ...request, ...amounts });
  const tolerated = most + (most - estimatedNetSellAmount) / 4n + 1n;
  const fits =
    buyAmount >= request.amountBase &&
    maxSellAmount >= estimatedNetSellAmount &&
    maxSellAmount <= tolerated;
  if (!fits || estimatedNetSellAmount === 0n) return undefined;
  const isRefunded = (answer.routes?.refund?.fills.length ?? 0) > 0;
  const whole = {
    inBase: maxSellAmount,
    outBase: (buyAmount * maxSellAmount) / estimatedNetSellAmount,
  };
  return { ...amounts, limitBase: maxSellAmount, ...(!isRefunded && { whole }) };
}

/** `integratorFees` includes `integratorFee`: one of both counts. */
function feesOf(fees: ExactIn["fees"]): Pick<VenueQuote, "fees"> {
  const integrator = fees?.integratorFees ?? [fees?.integratorFee];
  const charged = [fees?.zeroExFee, fees?.gasFee, ...integrator].flatMap((fee) =>
    fee ? [{ token: canonicalToken(fee.token), amountBase: fee.amount }] : [],
  );
  return charged.length === 0 ? {} : { fees: charged };
}

const targetFits = (transaction: Transaction | undefined, request: SwapRequest): boolean =>
  transaction === undefined
    ? request.taker === undefined
    : sameToken(transaction.to, chainOf(request.chainId).contracts.allowanceHolder);

const plain = ({ to, data, value }: Transaction) => ({ to, data, valueBase: value });
