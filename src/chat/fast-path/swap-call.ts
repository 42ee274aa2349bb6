import { chainOf } from "../../chain-of.ts";
import type { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import type { getSwapQuote } from "../../tools/get-swap-quote.ts";
import { amountOf } from "./amount-of.ts";
import { checkTokens } from "./check-tokens.ts";
import type { FastPathCall } from "./fast-path-call.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import type { PassReason } from "./pass-reason.ts";
import type { Trade } from "./trade.ts";

/** A swap or its quote. A venue that was not named is left to the tool's default. */
export function swapCall(
  tool: typeof buildVaultSwap | typeof getSwapQuote,
  trade: Trade,
  context: FastPathContext,
): FastPathCall | PassReason {
  const { side, token, counter, chainId, venue } = trade;
  if (counter === undefined) return "incomplete";
  // A swap is executed by the request's mode, and never because its words say so.
  if (trade.isAutomatic) return "unclear";
  const doubt = checkTokens(context, chainId ?? context.chainId, token, counter);
  if (doubt !== undefined) return doubt;
  const exact = exactAmount(trade);
  if (typeof exact === "string") return exact;
  const tokens = side === "sell" ? { tokenIn: token, tokenOut: counter } : { tokenIn: counter, tokenOut: token };
  return {
    kind: "call",
    tool: tool.name,
    args: {
      ...tokens,
      ...exact,
      ...(venue !== undefined && { dex: venue }),
      ...(chainId !== undefined && { chain: chainOf(chainId).name }),
    },
  };
}

/**
 * The one amount of a swap. An amount of the other token counts only where it must be spent, "buy ETH with 100 USDC":
 * "for 100 USDC" may be a price.
 */
function exactAmount(trade: Trade): { amountIn: string } | { amountOut: string } | PassReason {
  const { side, amount, counterAmount, counterWord } = trade;
  const numeral = amount ?? counterAmount;
  if (numeral === undefined) return "incomplete";
  if (amountOf(numeral) === undefined) return "unclear";
  if (counterAmount === undefined) return side === "sell" ? { amountIn: numeral } : { amountOut: numeral };
  const isSpent = amount === undefined && side === "buy" && counterWord !== "for";
  return isSpent ? { amountIn: counterAmount } : "unclear";
}
