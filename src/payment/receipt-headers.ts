import type { Hex } from "viem";
import { hexHash } from "../../schemas/primitives.ts";
import type { ExecutedCall } from "../context.ts";
import { toBase64 } from "../lib/to-base64.ts";
import type { GateAnswer } from "../route.ts";
import type { PaidCall } from "./paid-call.ts";
import { signedReceipt } from "./signed-receipt.ts";

/** What became of a payment, in the words of x402; `transaction` is the settlement's, empty where there is none. */
export type Receipt = { success: boolean; transaction: string; network: string; payer: string; errorReason?: string };

/** An answer as it is kept for repeats, with what a receipt that is only made then has to name. */
export type KeptAnswer = GateAnswer & { executed?: readonly ExecutedCall[] };

/**
 * The receipt in the header of the second generation, and for a payment of the first in its header too; signed where money was
 * settled for the answer.
 */
export async function receiptHeaders(
  paid: PaidCall,
  plain: Receipt,
  executed: readonly ExecutedCall[] = [],
): Promise<Record<string, string>> {
  // A facilitator's text is signed only where it is a hash: no line of a signed text is its to write.
  const isSettled = plain.success && hexHash.safeParse(plain.transaction).success;
  const extensions = isSettled ? await signedReceipt(paid, plain.transaction as Hex, executed) : undefined;
  const receipt = { ...plain, ...(extensions && { extensions }) };
  const v1 =
    paid.payment.x402Version === 1
      ? { "X-PAYMENT-RESPONSE": toBase64(JSON.stringify({ ...receipt, network: "base" })) }
      : {};
  return { "PAYMENT-RESPONSE": toBase64(JSON.stringify(receipt)), ...v1, "Cache-Control": "private" };
}
