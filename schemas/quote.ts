import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, hexData } from "./primitives.ts";

const token = z.string().trim().min(1).max(100);

/** Query of GET /api/quote (spec; `taker`: decision 27). */
export const quoteQuery = z.object({
  sell: token.describe("Token to sell: ticker symbol or contract address."),
  buy: token.describe("Token to buy: symbol or contract address."),
  amount: decimalAmount.describe("Human-readable amount of the sell token."),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name or id; default 8453."),
  taker: hexAddress
    .optional()
    .describe("Who would execute the swap. Without one the quote is indicative and calldata is 0x."),
});

/** Answer of GET /api/quote (spec, "Quote"). */
export const quoteResponse = z.object({
  sellToken: hexAddress,
  buyToken: hexAddress,
  sellAmount: baseUnits,
  buyAmount: baseUnits,
  price: z.string(),
  source: z.string(),
  chain: z.string(),
  calldata: hexData,
  to: hexAddress,
  value: z.string(),
  gasEstimate: baseUnits,
});

/** The three oracle fields of the venue routes; the venue's own JSON stands beside them, unchanged (decision 28). */
export const oracleEnrichment = z.looseObject({
  priceFeedExists: z.boolean(),
  deltaBps: z.number(),
  oracleAmount: baseUnits,
});

const digits = z
  .string()
  .regex(/^[0-9]{1,10}$/, "must be an integer")
  .transform(Number);

/** Query of GET /api/quote/0x. Exactly one of the amounts is checked by the handler. */
export const zeroXQuoteQuery = z.object({
  chainId: digits.default(8453),
  sellToken: token,
  buyToken: token,
  sellAmount: baseUnits.optional(),
  buyAmount: baseUnits.optional(),
  taker: hexAddress.optional(),
  slippageBps: digits.pipe(z.int().min(0).max(10_000)).optional(),
});

/** Body of POST /api/quote/uniswap. Routes are CLASSIC only, whatever is preferred: a vault cannot fill the others (decision 31). */
export const uniswapQuoteRequest = z.object({
  type: z.enum(["EXACT_INPUT", "EXACT_OUTPUT"]).default("EXACT_INPUT"),
  amount: baseUnits,
  tokenIn: token,
  tokenOut: token,
  tokenInChainId: z.int().default(8453),
  tokenOutChainId: z.int().optional(),
  swapper: hexAddress.optional(),
  slippageTolerance: z.number().min(0).max(100).optional(),
  routingPreference: z.enum(["CLASSIC", "BEST_PRICE", "FASTEST", "BEST_PRICE_V2"]).optional(),
  protocols: z.array(z.string().max(20)).max(10).optional(),
});
