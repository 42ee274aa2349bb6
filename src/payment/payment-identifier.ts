/** x402's extension for an idempotency key that travels in the payment (docs/facts/x402.md 11). */
export const PAYMENT_IDENTIFIER = "payment-identifier";
