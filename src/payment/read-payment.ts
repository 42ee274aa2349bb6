import { type X402Payment, x402Payment } from "../../schemas/x402-payment.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { paymentHeader } from "./payment-header.ts";

/** Far above any real payment; header limits of proxies lie at 16 kB. */
const MAX_HEADER_CHARS = 16_384;

/**
 * The payment a request carries, or null. Two headers are read, each holding either generation (spec: X-Payment;
 * second-generation clients: PAYMENT-SIGNATURE). Refuses with payment_invalid.
 */
export function readPayment(headers: Headers): Verdict<X402Payment | null> {
  const text = paymentHeader(headers);
  if (text === null) return allow(null);
  if (text.length > MAX_HEADER_CHARS) return malformed;
  const parsed = x402Payment.safeParse(decode(text));
  return parsed.success ? allow(parsed.data) : malformed;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0))));
  } catch {
    return undefined;
  }
}

const malformed = refuse(
  "payment_invalid",
  "The payment header cannot be read: it must be a base64 x402 payload of version 1 or 2 with scheme exact.",
);
