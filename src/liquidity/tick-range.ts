const MIN = -887_272;
const MAX = 887_272;

/** The ticks that a pool of a tick spacing has (Uniswap v4-core 1.0.2, TickMath.sol). */
export const tickRange = {
  min: MIN,
  max: MAX,
  /** Spacings that a pool may have: an int16 above 0. */
  maxSpacing: 32_767,
  /** The widest range of positions in such a pool. */
  full: (tickSpacing: number): { tickLower: number; tickUpper: number } => {
    const edge = Math.floor(MAX / tickSpacing) * tickSpacing;
    return { tickLower: -edge, tickUpper: edge };
  },
};
