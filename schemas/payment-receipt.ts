import * as z from "zod";
import { callReceipt } from "./call-receipt.ts";
import { hexData } from "./primitives.ts";

const payload = z.object({
  version: z.literal(1),
  network: z.string(),
  resourceUrl: z.string(),
  payer: z.string(),
  issuedAt: z.int().min(0),
  transaction: z.string(),
});

/**
 * A signed PAYMENT-RESPONSE (over MCP `_meta["x402/payment-response"]`): x402's receipt, and one
 * for each executed call.
 */
export const paymentReceipt = z.object({
  success: z.literal(true),
  transaction: z.string(),
  payer: z.string(),
  extensions: z.object({
    "offer-receipt": z.object({
      info: z.object({
        receipt: z.object({ format: z.literal("eip712"), payload, signature: hexData }),
      }),
    }),
    "call-receipt": z.object({ info: z.object({ calls: z.array(callReceipt) }) }).optional(),
  }),
});
export type PaymentReceipt = z.infer<typeof paymentReceipt>;
