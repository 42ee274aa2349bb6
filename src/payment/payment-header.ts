/** The text of the header that carries a payment, or null: two are read, each holding either generation (read-payment.ts). */
export const paymentHeader = (headers: Headers): string | null =>
  headers.get("payment-signature") || headers.get("x-payment") || null;
