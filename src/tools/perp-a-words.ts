export const perpAWords = {
  venue: "gmx",
  /** Beside the deed, in any of them. */
  words: "v2 usd perp perps perpetual position and worth",
  card: { venue: "GMX perpetuals", to: "the vault's own position there" },
  /** Which bound it is, a human sets. */
  slippage: "the worst price by the vault's own setting",
} as const;
