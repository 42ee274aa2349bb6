/** Two are read, each holding either generation (gate.ts). */
export const paymentHeader = (headers: Headers): string | null =>
  headers.get("payment-signature") || headers.get("x-payment") || null;
