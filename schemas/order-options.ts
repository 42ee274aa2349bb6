import * as z from "zod";
import { decimalAmount, unixMs } from "./primitives.ts";

const positive = (most: RegExp, message: string) =>
  decimalAmount.regex(/[1-9]/, "must be more than 0").regex(most, message);

/** Real prices have far fewer digits on either side. */
const limitPrice = positive(
  /^\d{1,30}(?:\.\d{1,36})?$/,
  "must have at most 30 digits before and 36 behind the point",
);
const maxGasPrice = positive(
  /^\d{1,6}(?:\.\d{1,9})?$/,
  "must be below 1000000 gwei, with at most 9 decimals",
);
/** "20" or "20%", at most 50. */
const percent = z
  .string()
  .trim()
  .regex(
    /^(?:50(?:\.0{1,2})?|[1-4]?\d(?:\.\d{1,2})?)%?$/,
    "must be a percentage from 0 to 50, with at most 2 decimals",
  );

/** Options of an order beside its plan. Absent ones bound nothing. */
export const orderOptions = {
  limitPrice: limitPrice
    .optional()
    .describe(
      "Worst price of a slice: of ONE token of limitPriceOf in the other token. A slice " +
        "whose quote is worse waits for a better one.",
    ),
  limitPriceOf: z
    .enum(["sellToken", "buyToken"])
    .optional()
    .describe(
      "The token that limitPrice is of: a sale of it waits below, a purchase of it above. " +
        "Default: the token of totalAmount.",
    ),
  startAt: unixMs
    .optional()
    .describe("Unix ms before which no slice runs. Default: the next schedule tick."),
  expiresAt: unixMs
    .optional()
    .describe(
      "Unix ms from which nothing is traded any more: the order ends, and what is left is " +
        "reported.",
    ),
  maxGasPrice: maxGasPrice
    .optional()
    .describe(
      "Highest fee per gas, in gwei, that a slice is signed at. A slice that needs more waits.",
    ),
  randomize: z
    .object({
      size: percent
        .optional()
        .describe("How far a slice's amount may be from the even one, in percent of it."),
      time: percent
        .optional()
        .describe(
          "How much later than the even plan a slice may run, in percent of the interval; " +
            "whole 5 minutes.",
        ),
    })
    .strict()
    .optional()
    .describe(
      "Sizes and times that nobody can predict, each at most 50. The sum stays exactly " +
        "totalAmount.",
    ),
  catchUp: z
    .boolean()
    .optional()
    .describe(
      "true: after times at which nothing could run, one slice trades up to three slices' worth.",
    ),
};

/**
 * Options that an edit may set or take away. Function calling takes one type an argument, so null
 * means neither.
 */
export const editableOptions = {
  limitPrice: limitPrice.optional().describe("New limit price."),
  limitPriceOf: orderOptions.limitPriceOf,
  expiresAt: unixMs.optional().describe("New end in Unix ms."),
  remove: z
    .array(z.enum(["limitPrice", "expiresAt"]))
    .max(2)
    .optional()
    .describe("What the order is to have no more: its limit price, its end."),
};
