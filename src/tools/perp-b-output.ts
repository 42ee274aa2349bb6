import * as z from "zod";
import { baseUnits } from "../../schemas/primitives.ts";
import { transactionOutput } from "./transaction-output.ts";

/** By it the order is found again. Sizes and prices as decimal text. */
export const perpBOutput = () =>
  transactionOutput().extend({
    perpB: z
      .object({
        action: z.enum(["deposit", "order", "cancel", "classTransfer", "spotSend"]),
        coin: z.string().optional(),
        side: z.enum(["buy", "sell"]).optional(),
        size: z.string().optional(),
        limitPrice: z.string().optional(),
        notionalUsd: z.string().optional(),
        tif: z.enum(["alo", "gtc", "ioc"]).optional(),
        reduceOnly: z.boolean().optional(),
        cloid: z.string().optional().describe("The order's own id: by it the positions say what became of it."),
        orderId: z.int().optional(),
        amount: z.string().optional().describe("USDC."),
        amountBase: baseUnits.optional().describe("USDC with 6 decimals."),
      })
      .optional(),
  });
