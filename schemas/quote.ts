import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, hexData } from "./primitives.ts";

const token = z.string().trim().min(1).max(100);

/** Query of GET /api/quote (spec; `taker`: decision D16). */
export const quoteQuery = z.object({
  sell: token.describe("Token to sell: ticker symbol or contract address."),
  buy: token.describe("Token to buy: symbol or contract address."),
  amount: decimalAmount.describe("Human-readable amount of the sell token."),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name or id; default 8453."),
  taker: hexAddress
    .optional()
    .describe(
      "Who would execute the swap: the calldata is for this address. Default: who pays for " +
        "the call.",
    ),
});

/** Answer of GET /api/quote (spec, "Quote"). */
export const quoteResponse = z.object({
  sellToken: hexAddress,
  buyToken: hexAddress,
  sellAmount: baseUnits,
  buyAmount: baseUnits,
  price: z.string(),
  source: z.string().describe("Venue of the best price."),
  comparison: z
    .string()
    .optional()
    .describe(
      "By how much it is better, after gas, and which venue gave no price or was not asked.",
    ),
  chain: z.string(),
  calldata: hexData,
  to: hexAddress,
  value: z.string(),
  gasEstimate: baseUnits,
});

/**
 * The three oracle fields of the venue routes; the venue's own JSON stands beside them, unchanged
 * (decision D16).
 */
export const oracleEnrichment = z.looseObject({
  priceFeedExists: z.boolean(),
  deltaBps: z.number(),
  oracleAmount: baseUnits,
});
