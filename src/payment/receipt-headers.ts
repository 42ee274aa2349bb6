import { toBase64 } from "../lib/to-base64.ts";
import type { PaidCall } from "./paid-call.ts";

/** The receipt in the header of the second generation, and for a payment of the first in its header too. */
export function receiptHeaders({ payment }: Pick<PaidCall, "payment">, receipt: object): Record<string, string> {
  const encoded = toBase64(JSON.stringify(receipt));
  const v1 =
    payment.x402Version === 1
      ? { "X-PAYMENT-RESPONSE": toBase64(JSON.stringify({ ...receipt, network: "base" })) }
      : {};
  return { "PAYMENT-RESPONSE": encoded, ...v1, "Cache-Control": "private" };
}
