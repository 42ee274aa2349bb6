/** Pieces of the patterns of a trade: a token as it is written, and a plain amount. */
export const TRADE_PATTERN = {
  token: "0x[0-9a-fA-F]{40}|[a-z][a-z0-9_.]*",
  amount: "[0-9]+(?:\\.[0-9]+)?",
} as const;
