/** With its receipt in the answer (x402, specs/transports-v2/mcp.md; docs/facts/x402.md 10). */
export const IN_BAND_META = { payment: "x402/payment", receipt: "x402/payment-response" } as const;
