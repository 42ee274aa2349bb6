import type { SwapArguments } from "../../schemas/swap-arguments.ts";
import { resolvePair } from "../chain/resolve-pair.ts";
import type { Token } from "../chain/resolve-token.ts";
import { parseUnits, tradeAmount } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { type VenueChoice, venuesToAsk } from "../venues/ask-venues.ts";
import { mustServe, parseVenue } from "../venues/parse-venue.ts";
import type { ToolContext } from "./tool.ts";

/** One exact amount in base units, tokens of the call's chain. */
export type WantedSwap = {
  /** The named venue, else all that the service may choose from. */
  venues: VenueChoice;
  tokenIn: Token;
  tokenOut: Token;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
};

/**
 * No network wait when both tokens are known. Refuses with invalid_request, chain_not_supported,
 * token_not_found, token_ambiguous, same_token or rpc_unavailable.
 */
export async function wantedSwap(
  ctx: ToolContext,
  input: SwapArguments,
): Promise<Verdict<WantedSwap>> {
  const named = input.dex === undefined ? undefined : parseVenue(input.dex);
  if (named?.ok === false) return named;
  const served = named && mustServe(ctx.deps.tables.venues[named.value], ctx.chainId);
  if (served?.ok === false) return served;
  if ((input.amountIn === undefined) === (input.amountOut === undefined)) {
    return refuse("invalid_request", "Give exactly one of amountIn and amountOut.");
  }
  const pair = await resolvePair(ctx.deps, ctx.chainId, {
    sell: input.tokenIn,
    buy: input.tokenOut,
  });
  if (!pair.ok) return pair;
  const { sell: tokenIn, buy: tokenOut } = pair.value;
  const mode = input.amountIn === undefined ? "exactOut" : "exactIn";
  const { decimals } = mode === "exactIn" ? tokenIn : tokenOut;
  const asked =
    ctx.amountBase === undefined
      ? parseUnits(input.amountIn ?? input.amountOut ?? "", decimals)
      : allow(ctx.amountBase);
  const amount = asked.ok ? tradeAmount(asked.value) : asked;
  if (!amount.ok) return amount;
  const venues: VenueChoice = named
    ? { asked: [named.value], unasked: [] }
    : venuesToAsk(ctx.deps, { chainId: ctx.chainId, mode, free: ctx.freeVenues });
  return allow({ venues, tokenIn, tokenOut, mode, amountBase: amount.value });
}
