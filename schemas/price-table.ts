/**
 * Prices per request in USDC (spec, "Prices"; decision D6), each replaceable by its variable. One
 * table drives the gate, the 402 answer, the catalog and the OpenAPI document.
 */
export const PRICE_TABLE = {
  quote: { usdc: "0.0020", variable: "PRICE_QUOTE" },
  quote_uniswap: { usdc: "0.0021", variable: "PRICE_QUOTE_UNISWAP" },
  quote_0x: { usdc: "0.0022", variable: "PRICE_QUOTE_0X" },
  tools_list: { usdc: "0.0024", variable: "PRICE_TOOLS_LIST" },
  tools_call: { usdc: "0.0025", variable: "PRICE_TOOLS_CALL" },
  chat: { usdc: "0.01", variable: "PRICE_CHAT" },
} as const satisfies Record<string, { usdc: string; variable: string }>;

export type PaidPriceId = keyof typeof PRICE_TABLE;
