/**
 * USDC, USDT, DAI, and the forms of BTC and ETH (decision 395); the coin itself is in no table. Bridged dollars that are being wound down
 * (USDC.E, USDbC, BUSD) are not among them.
 */
const DEEP = new Set(["USDC", "USDT", "DAI", "WBTC", "CBBTC", "ETH", "WETH"]);

/** By a token's symbol in the chain's own table, which only whoever deploys the service can write. */
export const deepMark = (symbol: string): { deep?: true } => (DEEP.has(symbol.toUpperCase()) ? { deep: true } : {});
