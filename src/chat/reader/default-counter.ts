/**
 * What the other token is where an order names one alone: the chain's own USDC
 * (src/chain/addresses.ts).
 */
export const DEFAULT_COUNTER = "USDC";
