import * as z from "zod";
import { CHAIN_NAMES } from "../chains.ts";
import { oneOf } from "../one-of.ts";
import { decimalAmount } from "../primitives.ts";
import { VENUE_ALIASES, VENUE_IDS, VENUE_NAMES, type VenueId } from "../venue-ids.ts";
import { ORDER_LIMITS } from "./order-limits.ts";
import { orderOptions } from "./order-options.ts";
import { orderTerms } from "./order-terms.ts";

type Alias = keyof typeof VENUE_ALIASES;
// Safe: the keys of a literal are all that it has.
const ALIASES = Object.keys(VENUE_ALIASES) as Alias[];

const token = z.string().trim().min(1).max(100);

/**
 * Arguments of create_twap_order (spec, "TWAP tools"). That exactly one of sliceAmount, sliceCount
 * and durationMinutes is given is checked by planSlices, whose message can say which were (decision
 * D36).
 */
export const createTwapOrder = z.object({
  side: z
    .enum(["buy", "sell"])
    .describe(
      "sell: totalAmount is the amount of sellToken to sell. buy: totalAmount is the amount " +
        "of buyToken to receive.",
    ),
  sellToken: token.describe("Token to sell: symbol or contract address."),
  buyToken: token.describe("Token to buy: symbol or contract address."),
  totalAmount: decimalAmount.describe(
    "Total over all slices, in units of the side token, as a plain decimal string with at " +
      `most ${ORDER_LIMITS.amountDecimals} decimals: "1500.5".`,
  ),
  sliceAmount: decimalAmount
    .optional()
    .describe(
      'Amount per slice, same token as totalAmount ("100 at a time"). Give exactly one of ' +
        "sliceAmount, sliceCount, durationMinutes.",
    ),
  sliceCount: z
    .int()
    .min(1)
    .max(ORDER_LIMITS.maxSlices)
    .optional()
    .describe(
      "Number of equal slices. Give exactly one of sliceAmount, sliceCount, durationMinutes.",
    ),
  durationMinutes: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Total duration; makes durationMinutes / intervalMinutes slices. Give exactly one of " +
        "sliceAmount, sliceCount, durationMinutes.",
    ),
  intervalMinutes: z
    .int()
    .min(ORDER_LIMITS.minIntervalMinutes, `must be at least ${ORDER_LIMITS.minIntervalMinutes}`)
    .max(ORDER_LIMITS.maxIntervalMinutes, `must be at most ${ORDER_LIMITS.maxIntervalMinutes}`)
    .describe(`Minutes between two slices, at least ${ORDER_LIMITS.minIntervalMinutes}.`),
  dex: oneOf<VenueId | Alias>(VENUE_IDS, ALIASES)
    .default("0x")
    .describe(`Venue of every slice: ${VENUE_NAMES.bare}.`),
  chain: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .optional()
    .describe(`Chain name: ${CHAIN_NAMES}. Default: the chain of the request.`),
  ...orderTerms,
  autoExecute: orderTerms.autoExecute.describe(
    "true: slices are broadcast by the vault's agent wallet. false: each slice is a " +
      "notification only.",
  ),
  ...orderOptions,
});
export type CreateTwapOrder = z.infer<typeof createTwapOrder>;
