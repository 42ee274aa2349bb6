import type { Hex } from "viem";
import { hexHash } from "../../schemas/primitives.ts";
import type { ExecutedCall } from "../context.ts";
import { toBase64 } from "../lib/to-base64.ts";
import type { GateAnswer } from "../route.ts";
import type { PaidCall } from "./paid-call.ts";
import { signedReceipt } from "./signed-receipt.ts";

/** `transaction` is the settlement's, else empty. */
export type Receipt = { success: boolean; transaction: string; network: string; payer: string; errorReason?: string };

/** With what a receipt that is only made at a repeat has to name. */
export type KeptAnswer = GateAnswer & { executed?: readonly ExecutedCall[] };

/** In the second generation's header, and for a first one's payment in its header too; signed where money was settled. */
export async function receiptHeaders(
  paid: PaidCall,
  plain: Receipt,
  executed: readonly ExecutedCall[] = [],
): Promise<Record<string, string>> {
  // No line of a signed text is a facilitator's to write.
  const isSettled = plain.success && hexHash.safeParse(plain.transaction).success;
  const extensions = isSettled ? await signedReceipt(paid, plain.transaction as Hex, executed) : undefined;
  const receipt = { ...plain, ...(extensions && { extensions }) };
  const v1 =
    paid.payment.x402Version === 1
      ? { "X-PAYMENT-RESPONSE": toBase64(JSON.stringify({ ...receipt, network: "base" })) }
      : {};
  return { "PAYMENT-RESPONSE": toBase64(JSON.stringify(receipt)), ...v1, "Cache-Control": "private" };
}
