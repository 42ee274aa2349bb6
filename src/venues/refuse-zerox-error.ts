import { type Refusal, refuse } from "../lib/verdict.ts";
import { badResponse } from "./bad-response.ts";
import { zeroXAnswer } from "./zerox-answer.ts";

/** Names from the API's OpenAPI description that mean "not this pair, not this amount". */
const NO_ROUTE = new Set([
  "TOKEN_NOT_SUPPORTED",
  "BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE",
  "SELL_TOKEN_NOT_AUTHORIZED_FOR_TRADE",
  "SELL_AMOUNT_TOO_SMALL",
  "INSUFFICIENT_LIQUIDITY",
  "NO_ROUTES_FOUND",
  // The swap was found and then failed 0x's own simulation, most often a token that taxes transfers.
  "SWAP_VALIDATION_FAILED",
]);
/** The query parameters this service sends: only these are named to the caller. */
const FIELDS = new Set(["chainId", "sellToken", "buyToken", "sellAmount", "buyAmount", "taker", "slippageBps"]);

/** What a 4xx of 0x means for the caller, by its documented `name`; its text is not passed on. */
export function refuseZeroXError(body: unknown, mode: "exactIn" | "exactOut"): Refusal {
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
