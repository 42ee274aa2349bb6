import { canonicalToken } from "../calldata/canonical-token.ts";
import { chainOf } from "../chain-of.ts";
import type { SwapRequest, VenueQuote } from "../kinds/venue-port.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { badResponse } from "./bad-response.ts";
import { sameToken } from "./same-token.ts";
import { slippageLimit } from "./slippage-limit.ts";
import { zeroXAnswer } from "./zerox-answer.ts";

/** Their rounding may differ by the precision of a double, never by more. */
const ROUNDING = 1_000_000_000_000n;

type Amounts = Pick<VenueQuote, "amountInBase" | "amountOutBase" | "limitBase" | "whole">;
type Transaction = NonNullable<ReturnType<typeof zeroXAnswer.exactIn.parse>["transaction"]>;

/**
 * Compared with the request: tokens, the exact side, the limit, and AllowanceHolder as target of a firm one; the calldata is checked later.
 * Refuses with venue_bad_response, or no_route when the amount is too small to buy anything.
 */
export function readZeroXQuote(raw: Readonly<Record<string, unknown>>, request: SwapRequest): Verdict<VenueQuote> {
  const parsed = (request.mode === "exactIn" ? zeroXAnswer.exactIn : zeroXAnswer.exactOut).safeParse(raw);
  if (!parsed.success) return badResponse("0x");
  const { sellToken, buyToken, gas, fees, transaction } = parsed.data;
  const tokensFit = sameToken(sellToken, request.tokenIn.address) && sameToken(buyToken, request.tokenOut.address);
  const amounts = "sellAmount" in parsed.data ? readExactIn(parsed.data, request) : readExactOut(parsed.data, request);
  if (!tokensFit || amounts === undefined || !targetFits(transaction, request)) return badResponse("0x");
  if (amounts.amountOutBase === 0n) return refuse("no_route", "This amount is too small to buy anything.");
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
function readExactIn({ sellAmount, buyAmount, minBuyAmount }: ExactIn, request: SwapRequest): Amounts | undefined {
  const amounts = { amountInBase: sellAmount, amountOutBase: buyAmount };
  const least = slippageLimit({ ...request, ...amounts });
  const tolerated = least - least / ROUNDING - 1n;
  if (sellAmount !== request.amountBase || minBuyAmount < tolerated || minBuyAmount > buyAmount) return undefined;
  return { ...amounts, limitBase: minBuyAmount < least ? minBuyAmount : least };
}

type ExactOut = ReturnType<typeof zeroXAnswer.exactOut.parse>;
/**
 * The venue's own `maxSellAmount` (decision 29): up to a quarter of the slippage above ours on the estimate, because selling the surplus
 * back costs something. An answer without a route for that sells nothing back: the whole maximum leaves, and buys so much more.
 */
function readExactOut(answer: ExactOut, request: SwapRequest): Amounts | undefined {
  const { estimatedNetSellAmount, maxSellAmount, buyAmount } = answer;
  const amounts = { amountInBase: estimatedNetSellAmount, amountOutBase: buyAmount };
  const most = slippageLimit({ ...request, ...amounts });
  const tolerated = most + (most - estimatedNetSellAmount) / 4n + 1n;
  const fits = buyAmount >= request.amountBase && maxSellAmount >= estimatedNetSellAmount && maxSellAmount <= tolerated;
  if (!fits || estimatedNetSellAmount === 0n) return undefined;
  const isRefunded = (answer.routes?.refund?.fills.length ?? 0) > 0;
  const whole = { inBase: maxSellAmount, outBase: (buyAmount * maxSellAmount) / estimatedNetSellAmount };
  return { ...amounts, limitBase: maxSellAmount, ...(!isRefunded && { whole }) };
}

/** `integratorFees` lists what `integratorFee` is one of: either is taken, not both. */
function feesOf(fees: ExactIn["fees"]): Pick<VenueQuote, "fees"> {
  const integrator = fees?.integratorFees ?? [fees?.integratorFee];
  const charged = [fees?.zeroExFee, fees?.gasFee, ...integrator].flatMap((fee) =>
    fee ? [{ token: canonicalToken(fee.token), amountBase: fee.amount }] : [],
  );
  return charged.length === 0 ? {} : { fees: charged };
}

/** AllowanceHolder for a firm quote; an indicative one needs none. */
const targetFits = (transaction: Transaction | undefined, request: SwapRequest): boolean =>
  transaction === undefined
    ? request.taker === undefined
    : sameToken(transaction.to, chainOf(request.chainId).contracts.allowanceHolder);

const plain = ({ to, data, value }: Transaction) => ({ to, data, valueBase: value });
