export const perpBWords = {
  venue: "hyperliquid hl",
  /** Beside the deed, in any of them. */
  words: "hyperevm account",
  card: { venue: "Hyperliquid perpetuals" },
  /** Others' money: whoever deposits there gets shares of it. */
  never: ["hyperliquid vault", "hl vault", "vault on hyperliquid", "vault at hyperliquid", "vault on hl"],
} as const;
