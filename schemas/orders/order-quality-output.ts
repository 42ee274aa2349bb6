import * as z from "zod";
import { chainId } from "../chains.ts";
import { baseUnits, unixMs } from "../primitives.ts";
import { twapStatus } from "./twap-order.ts";

const signed = (pattern: RegExp, text: string) => z.string().regex(pattern, text);

/** Made on use: no call waits for it. */
export const orderQualityOutput = () => {
  const line = () =>
    z
      .object({
        base: signed(/^-?[0-9]+$/, "must be an integer").describe("Base units, rounded."),
        amount: z.string(),
        bps: signed(/^-?[0-9]+(?:\.[0-9]+)?$/, "must be a decimal number")
          .nullable()
          .describe("Of the total at its arrival; null: no price of it."),
      })
      .nullable();
  const token = () => z.object({ symbol: z.string(), decimals: z.int() });
  const pair = () => z.object({ sellBase: baseUnits, buyBase: baseUnits });
  const quoted = () => pair().extend({ venue: z.string() });
  return z.object({
    orderId: z.int().min(1),
    chainId,
    side: z.enum(["buy", "sell"]),
    status: twapStatus,
    sideToken: token().describe("The token whose amount the order fixes."),
    counterToken: token().describe("The token that lines are told in."),
    createdAt: unixMs,
    endedAt: unixMs.nullable(),
    totalBase: baseUnits,
    tradedBase: baseUnits.describe("Mined, up to the order's amounts. A notified slice is none."),
    restBase: baseUnits.describe("Never below 0."),
    arrival: z
      .object({
        at: unixMs,
        block: baseUnits.nullable(),
        oracle: pair()
          .extend({ windowSec: z.int().nullable() })
          .nullable()
          .describe("The vault's 5-minute oracle for the total."),
        quote: quoted().nullable().describe("The venue's quote for all of it at once."),
      })
      .nullable(),
    complete: z.boolean().describe("false: a price is missing; lines tell of what is covered."),
    coveredBps: z.int().min(0).max(10_000).describe("Share of the total with every price known."),
    delay: line().describe("From arrival to the first send. Minus is a cost, here and below."),
    timing: line().describe("From the first send to each slice's."),
    execution: line().describe("Paid or received against the oracle at each send."),
    unfilled: line().describe("What was not traded, from arrival to the end."),
    shortfall: line().describe("All against the total at arrival. null unless complete."),
    beyond: line().describe("What a purchase delivered above its amounts, at the end."),
    beyondBase: baseUnits,
    gas: line().describe("The agent wallet's coin, which is no performance of the vault."),
    gasWei: baseUnits.describe("All that was mined for it, reverted and freeing too."),
    quoteDeviation: line().describe("Against the quotes that slices were built from."),
    aboveMinimum: line().describe("Against what their calldata enforced."),
    againstAtOnce: line().describe("Against the quote for all at once, for what was traded."),
    againstRefused: line().describe("Against the quotes of refused slices, once traded."),
    refusedTraded: z.int().min(0).describe("Refused slices whose amount was traded later."),
    refused: z
      .array(
        z.object({
          sliceNumber: z.int().min(1),
          at: unixMs,
          code: z.string(),
          quote: quoted().nullable(),
          oracle: pair().extend({ windowSec: z.int().nullable() }).nullable(),
          traded: pair().nullable().describe("As its amount was traded; null: it was not."),
          line: line().describe("That against its quote."),
        }),
      )
      .describe("The newest 100; of an order beyond the closed list none."),
  });
};
export type ShownQuality = z.infer<ReturnType<typeof orderQualityOutput>>;
