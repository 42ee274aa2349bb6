/** Where a vault's calls go: a table of protocols has one object for each. */
export const PROTOCOL_IDS = ["vault", "staking", "oracle-feed", "uniswap-lp", "across", "gmx", "hyperliquid"] as const;
export type ProtocolId = (typeof PROTOCOL_IDS)[number];
