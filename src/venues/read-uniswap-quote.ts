import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { badResponse } from "./bad-response.ts";
import { sameToken } from "./same-token.ts";
import { slippageLimit } from "./slippage-limit.ts";
import { uniswapAnswer } from "./uniswap-answer.ts";
import type { SwapRequest, VenueQuote } from "./venue-port.ts";

/** Routings that end in a transaction of the vault itself; the others are orders that a third-party filler executes (decision 31). */
const EXECUTABLE = ["CLASSIC", "WRAP", "UNWRAP"];

/**
 * A Trading API quote, after comparing it with the request: routing, tokens and the exact side. A quote from which an
 * integrator's fee would go elsewhere is refused too: a vault cannot pay one.
 * Refuses with venue_bad_response, or no_route when the amount is too small to buy anything.
 */
export function readUniswapQuote(raw: Readonly<Record<string, unknown>>, request: SwapRequest): Verdict<VenueQuote> {
  const routing = uniswapAnswer.routing.safeParse(raw);
  if (!routing.success || !EXECUTABLE.includes(routing.data.routing)) return badResponse("Uniswap");
  const parsed = uniswapAnswer.quote.safeParse(raw);
  if (!parsed.success) return badResponse("Uniswap");
  const { input, output, gasUseEstimate, portionBips } = parsed.data.quote;
  const exact = request.mode === "exactIn" ? input.amount : output.amount;
  const fits =
    sameToken(input.token, request.tokenIn.address) &&
    sameToken(output.token, request.tokenOut.address) &&
    exact === request.amountBase &&
    input.amount > 0n &&
    (portionBips ?? 0) === 0;
  if (!fits) return badResponse("Uniswap");
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
