import type { PaymentRequirement } from "../../local/facilitator/sign-payment.ts";

/**
 * The requirement that a 402 offers in PAYMENT-REQUIRED (v2); undefined when there is no such
 * header.
 */
export function readOffer(headers: Headers): PaymentRequirement | undefined {
  const header = headers.get("payment-required");
  return header === null
    ? undefined
    : JSON.parse(Buffer.from(header, "base64").toString("utf8")).accepts[0];
}
