/**
 * Tokens of the local chain, with what makes them. Source: the tokens of facts
 * `onchain-vectors.json`.
 */
export const chainTokens = {
  ETH: { address: "0x0000000000000000000000000000000000000000", decimals: 18 },
  WETH: { address: "0x4200000000000000000000000000000000000006", decimals: 18 },
  USDC: { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6 },
  USDT: { address: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", decimals: 6 },
  DAI: { address: "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", decimals: 18 },
  cbBTC: { address: "0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", decimals: 8 },
  GRG: { address: "0x09188484e1Ab980DAeF53a9755241D759C5B7d60", decimals: 18 },
  NOFEED: { address: "0x000000000000000000000000000000000000FEeD", decimals: 18 },
} as const;

export type TokenSymbol = keyof typeof chainTokens;
