/** The payment, from either of two headers; each may hold either generation (gate.ts). */
export const paymentHeader = (headers: Headers): string | null =>
  headers.get("payment-signature") || headers.get("x-payment") || null;

/** Source: docs/facts/x402.md 11 to 13. `call-receipt` is our own (decision D9). */
export const EXTENSION_NAMES = {
  identifier: "payment-identifier",
  offerReceipt: "offer-receipt",
  callReceipt: "call-receipt",
  signIn: "sign-in-with-x",
} as const;
