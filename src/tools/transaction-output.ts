import * as z from "zod";
import { hexAddress, hexData, unixMs } from "../../schemas/primitives.ts";
import { swapMeta } from "../../schemas/unsigned-transaction.ts";

/**
 * The `data` of every transaction tool, which the pipeline writes: the shields' figures (pipeline/execution-outcome.ts), amounts in base units; and what an answer that
 * waits for an approval has beside them. A tool that plans `answerData` extends it.
 */
export const transactionOutput = () =>
  figures().extend({
    /** First ms at which it can no longer be approved. */
    expiresAt: unixMs.optional(),
    /** SHA-256 of the calldata that waits. */
    dataHash: z.string().optional(),
    swapMeta: swapMeta.optional(),
    /** What could not be measured of an owner's own transactions, in sentences. */
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
          .object({ perUnit: z.string(), amountBase: z.string(), bps: z.number(), toleranceBps: z.int() })
          .optional()
          .describe("What moves to another chain on purpose: no loss."),
        oracleWindowSec: z.number().nullable(),
      })
      .nullable(),
    /** Of a liquidity position's pool. */
    poolPrice: z
      .object({ deltaBps: z.number(), toleranceBps: z.int(), oracleWindowSec: z.number().nullable() })
      .optional(),
    /** Of an order that opens or enlarges a perpetual position: basis points, leverage in hundredths. */
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
    oracleWarning: z.object({ message: z.string(), windows: z.array(shortWindow()) }).optional(),
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
