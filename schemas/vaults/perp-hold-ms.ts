/**
 * An order of perpetuals that neither venue nor chain shows holds up the vault's next entry so
 * long; then it counts in full (decision D52).
 */
export const PERP_HOLD_MS = 60_000;
