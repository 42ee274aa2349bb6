/** How perp_a's venue is called in words, and what its offers' cards say of it. */
export const perpAWords = {
  venue: "gmx",
  /** Beside the deed, in any of them. */
  words: "v2 usd perp perps perpetual position and worth",
  card: { venue: "GMX perpetuals", to: "the vault's own position there" },
  /** Filled in for every order: which bound it is, a human sets. */
  slippage: "the worst price by the vault's own setting",
} as const;
