import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { CreateTwapOrder } from "../../schemas/orders/create-twap-order.ts";
import { ORDER_LIMITS } from "../../schemas/orders/order-limits.ts";
import type { TwapOrder } from "../../schemas/orders/twap-order.ts";
import { VENUE_ALIASES, type VenueId } from "../../schemas/venue-ids.ts";
import type { Token } from "../chain/resolve-token.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { refusalOfEnd, refusalOfField } from "./edit-order.ts";
import type { SlicePlan } from "./plan-slices.ts";

export type OrderParts = {
  input: CreateTwapOrder;
  chainId: ChainId;
  sell: Token;
  buy: Token;
  plan: Omit<SlicePlan, "lastSliceBase">;
  options?: OrderOptions;
  operator: Address;
  vault: Address;
  nowMs: number;
};

/** Record of a new order without its id. Its slices never resolve tokens again. */
export function orderFromInput({
  input,
  plan,
  sell,
  buy,
  ...parts
}: OrderParts): Omit<TwapOrder, "id"> {
  return {
    side: input.side,
    sellToken: input.sellToken,
    buyToken: input.buyToken,
    sellTokenAddress: lowerHex(sell.address),
    buyTokenAddress: lowerHex(buy.address),
    totalAmount: plan.totalAmount,
    sliceAmount: plan.sliceAmount,
    sliceCount: plan.sliceCount,
    intervalMinutes: input.intervalMinutes,
    dex: venueOf(input.dex),
    chainId: parts.chainId,
    vaultAddress: lowerHex(parts.vault),
    operatorAddress: lowerHex(parts.operator),
    active: true,
    createdAt: parts.nowMs,
    consecutiveFailures: 0,
    amountSpent: "0",
    totalBought: "0",
    slicesExecuted: 0,
    autoExecute: input.autoExecute,
    status: "active",
    sellDecimals: sell.decimals,
    buyDecimals: buy.decimals,
    sellSymbol: displaySymbol(sell),
    buySymbol: displaySymbol(buy),
    totalBase: plan.totalBase.toString(),
    sliceBase: plan.sliceBase.toString(),
    spentBase: "0",
    boughtBase: "0",
    amountsEstimated: false,
    pointIndex: 0,
    attemptsOfSlice: 0,
    ...parts.options,
  };
}

type Carried = Pick<TwapOrder, "namedByCard" | "grant">;

/** What an order hands on to the one that it becomes. */
export const carriedTerms = ({ namedByCard, grant }: Carried): Carried => ({
  ...(namedByCard && { namedByCard }),
  ...(grant && { grant }),
});

/** Stored as the real id (decision D1). */
const venueOf = (dex: CreateTwapOrder["dex"]): VenueId => (isAlias(dex) ? VENUE_ALIASES[dex] : dex);
const isAlias = (dex: string): dex is keyof typeof VENUE_ALIASES =>
  Object.hasOwn(VENUE_ALIASES, dex);

/** A symbol is untrusted text; the address stands in for an empty one. */
function displaySymbol(token: Token): string {
  const symbol = sanitize(token.symbol, 32);
  return symbol === "" ? lowerHex(token.address) : symbol;
}

type OrderOptions = Pick<
  TwapOrder,
  "limitPrice" | "limitPriceOf" | "startAt" | "expiresAt" | "maxGasPrice" | "randomize" | "catchUp"
>;

/** Options as the record has them. Refuses with invalid_request. */
export function optionsOfInput(input: CreateTwapOrder, nowMs: number): Verdict<OrderOptions> {
  const { side, limitPrice, limitPriceOf, startAt, expiresAt, maxGasPrice, randomize, catchUp } =
    input;
  if (limitPrice === undefined && limitPriceOf !== undefined)
    return refusalOfField(
      "limitPriceOf",
      "says of which token limitPrice is. Give limitPrice too.",
    );
  if (startAt !== undefined && startAt <= nowMs)
    return refusalOfField(
      "startAt",
      "is not ahead. Give a later time in Unix ms, or leave it out.",
      {
        startAt,
        nowMs,
      },
    );
  if (startAt !== undefined && startAt - nowMs > ORDER_LIMITS.maxStartAheadMs)
    return refusalOfField("startAt", "is more than a year ahead. Is it in Unix ms?", {
      startAt,
      nowMs,
    });
  const end =
    expiresAt === undefined ? undefined : refusalOfEnd(expiresAt, Math.max(nowMs, startAt ?? 0));
  if (end !== undefined) return end;
  const random = { sizeBps: bpsOf(randomize?.size), timeBps: bpsOf(randomize?.time) };
  return allow({
    ...(limitPrice !== undefined && {
      limitPrice,
      limitPriceOf: limitPriceOf ?? (`${side}Token` as const),
    }),
    ...(startAt !== undefined && { startAt }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(maxGasPrice !== undefined && { maxGasPrice }),
    ...((random.sizeBps > 0 || random.timeBps > 0) && { randomize: random }),
    ...(catchUp === true && { catchUp }),
  });
}

function bpsOf(percent = "0"): number {
  const [whole = "0", fraction = ""] = percent.replace("%", "").split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
}
