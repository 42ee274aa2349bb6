import type { VenueId } from "../../schemas/primitives.ts";
import type { SwapArguments } from "../../schemas/swap-arguments.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import type { Token } from "../chain/token.ts";
import { allow } from "../lib/allow.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { refuse } from "../lib/refuse.ts";
import type { Verdict } from "../lib/verdict.ts";
import { parseVenue } from "../venues/parse-venue.ts";
import type { ToolContext } from "./tool.ts";

/** A swap as asked for: tokens resolved on the call's chain, one exact amount in base units. */
export type WantedSwap = {
  venue: VenueId;
  tokenIn: Token;
  tokenOut: Token;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
};

const MAX_INT256 = (1n << 255n) - 1n;

/**
 * Resolves the arguments of a quote or a swap. No network wait when both tokens are known.
 * Refuses with invalid_request, token_not_found, token_ambiguous, same_token or rpc_unavailable.
 */
export async function wantedSwap(ctx: ToolContext, input: SwapArguments): Promise<Verdict<WantedSwap>> {
  const venue = parseVenue(input.dex);
  if (!venue.ok) return venue;
  if ((input.amountIn === undefined) === (input.amountOut === undefined)) {
    return refuse("invalid_request", "Give exactly one of amountIn and amountOut.");
  }
  const chain = ctx.deps.chain(ctx.chainId);
  const nowMs = ctx.deps.clock.nowMs();
  const { tokens } = ctx.deps.caches;
  const [tokenIn, tokenOut] = await Promise.all([
    resolveToken(chain, tokens, nowMs, input.tokenIn),
    resolveToken(chain, tokens, nowMs, input.tokenOut),
  ]);
  if (!tokenIn.ok) return tokenIn;
  if (!tokenOut.ok) return tokenOut;
  if (tokenIn.value.address === tokenOut.value.address)
    return refuse("same_token", "The token to sell and the token to buy are the same.");
  const mode = input.amountIn === undefined ? "exactOut" : "exactIn";
  const { decimals } = (mode === "exactIn" ? tokenIn : tokenOut).value;
  const amount =
    ctx.amountBase === undefined
      ? parseUnits(input.amountIn ?? input.amountOut ?? "", decimals)
      : allow(ctx.amountBase);
  if (!amount.ok) return amount;
  if (amount.value === 0n || amount.value > MAX_INT256)
    return refuse("invalid_request", "The amount must be more than 0 and fit a token amount.");
  return allow({
    venue: venue.value,
    tokenIn: tokenIn.value,
    tokenOut: tokenOut.value,
    mode,
    amountBase: amount.value,
  });
}
