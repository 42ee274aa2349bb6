import * as z from "zod";
import { CHAIN_NAMES } from "../chains.ts";
import { decimalAmount } from "../primitives.ts";
import { VENUE_NAMES } from "../venue-ids.ts";

/**
 * Arguments shared by get_swap_quote and build_vault_swap. Exactly one of the amounts is checked by
 * the tool, so that its message can say so.
 */
export const swapArguments = z.object({
  tokenIn: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe(
      'Token to sell: symbol or contract address; the chain\'s coin by its symbol ("ETH").',
    ),
  tokenOut: z.string().trim().min(1).max(100).describe("Token to buy: symbol or contract address."),
  amountIn: decimalAmount
    .optional()
    .describe(
      'Exact amount to sell, in human units: "1.5". Give exactly one of amountIn and amountOut.',
    ),
  amountOut: decimalAmount
    .optional()
    .describe("Exact amount to buy, in human units. Give exactly one of amountIn and amountOut."),
  dex: z
    .string()
    .max(20)
    .optional()
    .describe(
      `Venue: ${VENUE_NAMES.quoted}. Left out: all are asked, and the ` +
        "best price after gas is taken. Uniswap buys exactly amountOut, 0x at least that.",
    ),
  chain: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .optional()
    .describe(`Chain name: ${CHAIN_NAMES}. Default: the chain of the request.`),
});
export type SwapArguments = z.infer<typeof swapArguments>;
