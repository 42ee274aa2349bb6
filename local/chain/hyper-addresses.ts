import type { Address } from "viem";

/**
 * Of chain 999: Hyperliquid's contracts and read precompiles, with the words that each answers
 * where it knows nothing (0: an error). Source: docs/facts/hyperliquid.md 2.
 */
export const hyperAddresses = {
  coreWriter: "0x3333333333333333333333333333333333333333",
  coreDepositWallet: "0x6B9E773128f453f5c2C60935Ee2DE2CBc5390A24",
  precompiles: {
    spotBalance: { at: "0x0000000000000000000000000000000000000801", words: 3n },
    withdrawable: { at: "0x0000000000000000000000000000000000000803", words: 1n },
    markPx: { at: "0x0000000000000000000000000000000000000806", words: 0n },
    oraclePx: { at: "0x0000000000000000000000000000000000000807", words: 0n },
    perpAssetInfo: { at: "0x000000000000000000000000000000000000080a", words: 0n },
    marginSummary: { at: "0x000000000000000000000000000000000000080F", words: 4n },
    coreUserExists: { at: "0x0000000000000000000000000000000000000810", words: 1n },
    position: { at: "0x0000000000000000000000000000000000000813", words: 5n },
  },
} as const satisfies {
  coreWriter: Address;
  coreDepositWallet: Address;
  precompiles: Record<string, { at: Address; words: bigint }>;
};
