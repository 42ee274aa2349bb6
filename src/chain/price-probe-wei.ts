import type { ChainId } from "../../schemas/chains.ts";

const COIN = 10n ** 18n;

/**
 * How much of a chain's coin a venue is asked for tokens with: worth some thousand dollars at the prices of 2026 (ETH, BNB, POL, HYPE), so that
 * neither dust in a pool decides nor the size itself. Only the proportion counts, so it need not follow the market.
 */
export const PRICE_PROBE_WEI: Readonly<Record<ChainId, bigint>> = {
  1: COIN,
  10: COIN,
  56: 3n * COIN,
  130: COIN,
  137: 8_000n * COIN,
  999: 60n * COIN,
  8453: COIN,
  42161: COIN,
};
