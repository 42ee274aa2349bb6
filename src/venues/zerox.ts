import type { SwapRequest, VenuePort, VenueQuote, VenueTransaction } from "../kinds/venue-port.ts";
import { isNative } from "../lib/is-native.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { badResponse } from "./bad-response.ts";
import { callVenue } from "./call-venue.ts";
import { readZeroXQuote } from "./read-zerox-quote.ts";
import type { VenueOptions } from "./venue-options.ts";
import { zeroXAnswer } from "./zerox-answer.ts";

const NAME = "0x";
/** The coin, as 0x spells it (docs/facts/venues.md). */
const NATIVE_PLACEHOLDER = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
/** The vaults' adapter refuses market makers' orders (docs/facts/vault-contracts.md 7). */
const EXCLUDED_SOURCES = "0x_RFQ";

/**
 * 0x Swap API v2 through AllowanceHolder. A quote with a taker is firm and brings its calldata; without one it is indicative. One request
 * per quote, never repeated.
 */
export function createZeroX(options: VenueOptions): VenuePort {
  return {
    id: "0x",
    quote: (request) => quote(options, request),
    transaction: async (quoted) => transactionOf(quoted),
  };
}

async function quote(options: VenueOptions, request: SwapRequest): Promise<Verdict<VenueQuote>> {
  const answer = await callVenue({
    venue: NAME,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs,
    url: urlOf(options.baseUrl, request),
    init: { method: "GET", headers: { "0x-api-key": options.apiKey, "0x-version": "v2", accept: "application/json" } },
  });
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  if (status >= 400) return refuseZeroXError(body, request.mode);
  if (body === undefined) return badResponse(NAME);
  if (zeroXAnswer.noLiquidity.safeParse(body).success) return noRoute();
  return readZeroXQuote(body, request);
}

function urlOf(baseUrl: string, request: SwapRequest): string {
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
  return `${baseUrl.replace(/\/+$/, "")}/swap/allowance-holder/${kind}?${query}`;
}

const spelled = (token: string): string => (isNative(token) ? NATIVE_PLACEHOLDER : token);

const noRoute = () =>
  refuse("no_route", "0x knows no route for this pair and amount. Try another amount, or dex uniswap.");

const transactionOf = ({ transaction }: VenueQuote): Verdict<VenueTransaction> =>
  transaction === undefined
    ? refuse("invalid_request", "This quote is indicative: ask again with the vault as taker to get calldata.")
    : allow(transaction);

/** From the API's OpenAPI description: "not this pair, not this amount". */
const NO_ROUTE = new Set([
  "TOKEN_NOT_SUPPORTED",
  "BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE",
  "SELL_TOKEN_NOT_AUTHORIZED_FOR_TRADE",
  "SELL_AMOUNT_TOO_SMALL",
  "INSUFFICIENT_LIQUIDITY",
  "NO_ROUTES_FOUND",
  // Found, and then failed 0x's own simulation, most often a token that taxes transfers.
  "SWAP_VALIDATION_FAILED",
]);
/** Only these are named to the caller. */
const FIELDS = new Set(["chainId", "sellToken", "buyToken", "sellAmount", "buyAmount", "taker", "slippageBps"]);

/** By its documented `name`; 0x's text is not passed on. */
function refuseZeroXError(body: unknown, mode: "exactIn" | "exactOut"): Refusal {
  const parsed = zeroXAnswer.error.safeParse(body);
  if (!parsed.success) return badResponse("0x");
  const { name, data } = parsed.data;
  if (NO_ROUTE.has(name)) return refuse("no_route", "0x knows no route for this pair and amount. Try dex uniswap.");
  if (name === "INSUFFICIENT_BALANCE" || name === "INSUFFICIENT_BALANCE_OR_ALLOWANCE") {
    return refuse("insufficient_balance", "The taker does not hold enough of the token to sell.");
  }
  if (name !== "INPUT_INVALID") return badResponse("0x");
  const fields = (data?.details ?? []).map(({ field }) => field).filter((field) => FIELDS.has(field));
  // An API which does not know buyAmount complains of the missing sellAmount.
  if (mode === "exactOut" && fields.some((field) => field === "buyAmount" || field === "sellAmount")) {
    return refuse(
      "exact_output_unsupported",
      "0x does not quote an exact output here. Use dex uniswap, or sell an exact input.",
    );
  }
  const named = fields.length === 0 ? "" : ` Check ${fields.join(", ")}.`;
  return refuse("invalid_request", `0x does not accept this request.${named}`, { fields });
}
