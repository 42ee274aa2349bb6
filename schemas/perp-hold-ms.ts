/** How long an order of perpetuals that neither venue nor chain shows holds up the vault's next entry; from then on it counts in full. Source: decision 411. */
export const PERP_HOLD_MS = 60_000;
