import type { Address } from "viem";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { LiquidityCall } from "../calldata/liquidity-call.ts";
import { resolveToken, type Token } from "../chain/resolve-token.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { PoolKey } from "../kinds/vault-call.ts";
import type { SwapRequest, VenueQuote } from "../kinds/venue.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { PairPrices } from "../shields/judge-second-price.ts";
import { answerOfVenue, venuesOf } from "../venues/ask-venues.ts";

export type Adding = Extract<LiquidityCall, { kind: "lpMint" | "lpIncrease" }>;
type VenuePrices = Pick<PairPrices, "token0" | "token1" | "sold" | "bought">;

const Q192 = 1n << 192n;

/**
 * Venue prices of all that a call adds, in both directions, without calldata. `sqrtPriceX96` turns
 * the amounts into one value. Refuses as the venue does.
 */
export async function readSecondPrice(
  ctx: ExecutionContext,
  pool: PoolKey,
  call: Adding,
  sqrtPriceX96: bigint,
): Promise<Verdict<VenuePrices>> {
  const { deps, chainId } = ctx;
  const nowMs = deps.clock.nowMs();
  const resolve = (address: Address) =>
    resolveToken(deps.chain(chainId), deps.caches.tokens, nowMs, address);
  const [token0, token1] = await Promise.all([resolve(pool.currency0), resolve(pool.currency1)]);
  if (!token0.ok) return token0;
  if (!token1.ok) return token1;
  const price = sqrtPriceX96 * sqrtPriceX96;
  const [max0, max1] = [call.amount0MaxBase, call.amount1MaxBase];
  const [value0, value1] = [
    max0 + (price > 0n ? (max1 * Q192) / price : 0n),
    max1 + (max0 * price) / Q192,
  ];
  const ask = (tokenIn: Token, tokenOut: Token, amountBase: bigint) =>
    quoted(ctx, {
      chainId,
      tokenIn,
      tokenOut,
      mode: "exactIn" as const,
      amountBase: amountBase > 0n ? amountBase : 1n,
      slippageBps: SETTINGS_DEFAULTS.slippageBps,
    });
  const [sold, bought] = await Promise.all([
    ask(token0.value, token1.value, value0),
    ask(token1.value, token0.value, value1),
  ]);
  if (!sold.ok) return sold;
  if (!bought.ok) return bought;
  const exchange = (quote: VenueQuote | null) =>
    quote && { inBase: quote.amountInBase, outBase: quote.amountOutBase };
  return allow({
    token0: token0.value,
    token1: token1.value,
    sold: exchange(sold.value),
    bought: exchange(bought.value),
  });
}

/** Asks the next venue only where one has no route. null: none has. */
async function quoted(
  { deps }: ExecutionContext,
  request: SwapRequest,
): Promise<Verdict<VenueQuote | null>> {
  for (const venue of venuesOf(deps.tables, request.chainId)) {
    const quote = await answerOfVenue(deps, venue, request);
    if (quote.ok || !NO_PRICE.has(quote.code)) return quote;
  }
  return allow(null);
}

const NO_PRICE = new Set<string>(["no_route", "invalid_request"]);
