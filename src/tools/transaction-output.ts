import * as z from "zod";
import { decimalAmount, hexAddress, hexData, unixMs } from "../../schemas/primitives.ts";
import { swapMeta } from "../../schemas/unsigned-transaction.ts";

/**
 * `data` that the pipeline writes (execution-outcome.ts), amounts in base units. Tools extend it by
 * their `answerData`.
 */
export const transactionOutput = () =>
  figures().extend({
    /** No approval from this ms on. */
    expiresAt: unixMs.optional(),
    /** SHA-256 of the waiting calldata. */
    dataHash: z.string().optional(),
    /** Its approval takes a signature made for it, or a button of the operator's paired chat. */
    approveWith: z.literal("fresh").optional(),
    swapMeta: swapMeta.optional(),
    /** Sentences on an owner's own transactions. */
    unmeasured: z.array(z.string()).optional(),
  });

const figures = () =>
  z.object({
    swapShield: z
      .object({
        priceFeedExists: z.boolean(),
        deltaBps: z.number(),
        oracleAmountBase: z.string(),
        quotedAmountBase: z.string(),
        toleranceBps: z.int(),
        oracleWindowSec: z.number().nullable(),
      })
      .nullable(),
    navShield: z
      .object({
        measured: z.boolean(),
        basis: z.enum(["unitaryValue", "netTotalValue"]),
        lossBps: z.number(),
        thresholdBps: z.int(),
        before: z.string(),
        after: z.string(),
        baseline: z.string().nullable(),
        stated: z
          .object({
            perUnit: z.string(),
            amountBase: z.string(),
            bps: z.number(),
            ppb: z.int(),
            toleranceBps: z.int(),
          })
          .optional()
          .describe("What moves to another chain on purpose: no loss."),
        oracleWindowSec: z.number().nullable(),
        lower: z
          .string()
          .optional()
          .describe(
            "The 24-hour high where it is lower than the value before: what the call costs " +
              "is a share of it.",
          ),
        unconfirmed: z
          .array(
            z.object({
              token: hexAddress,
              reason: z.enum(["no_venue_price", "differs", "unread"]),
              oracleBase: z.string().optional(),
              venueLowBase: z.string().optional(),
              venueHighBase: z.string().optional(),
            }),
          )
          .optional()
          .describe(
            "Why the 24-hour high was left out: tokens of a tenth of the NAV or more whose " +
              "price no venue confirms.",
          ),
      })
      .nullable(),
    /** For a liquidity position's pool. */
    poolPrice: z
      .object({
        deltaBps: z.number(),
        toleranceBps: z.int(),
        oracleWindowSec: z.number().nullable(),
      })
      .optional(),
    secondPrice: z
      .object({
        poolPrice: decimalAmount,
        oraclePrice: decimalAmount,
        soldPrice: decimalAmount.nullable(),
        boughtPrice: decimalAmount.nullable(),
        deltaBps: z.number().nullable(),
        toleranceBps: z.int(),
      })
      .optional()
      .describe(
        "Of what adds to a pool: prices of currency0 in currency1 by pool, oracle and a " +
          "venue in both directions.",
      ),
    /** For an opened or enlarged position; basis points, leverage in hundredths. */
    perpEntry: z
      .object({
        leverageHundredths: z.string(),
        collateralBps: z.string(),
        notionalBps: z.string(),
        liquidationDistanceBps: z.string().nullable(),
        priceDeviationBps: z.string(),
        priceAgeSec: z.number(),
      })
      .optional(),
    oracleAlone: z
      .array(hexAddress)
      .optional()
      .describe(
        "Tokens given away that count by the oracle alone: no venue's price of them was at hand.",
      ),
    oracleWarning: z.object({ message: z.string(), windows: z.array(shortWindow()) }).optional(),
    warnings: z
      .array(
        z.object({
          code: z.string().describe("The error by which the agent's call would have been refused."),
          message: z.string(),
          details: z.record(z.string(), z.unknown()).optional(),
        }),
      )
      .optional()
      .describe("What is left to whoever signs."),
  });

const shortWindow = () =>
  z.object({
    token: hexAddress,
    symbol: z.string(),
    windowSec: z.number(),
    neededSec: z.number(),
    slots: z.int(),
    slotsNeeded: z.int(),
    tradesToWiden: z.int(),
    callTo: hexAddress,
    callData: hexData,
  });
