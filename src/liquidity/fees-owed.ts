const Q128 = 1n << 128n;
const MODULUS = 1n << 256n;

/**
 * Earned and not collected, in base units, rounded down. Growth counts modulo 2^256, so the difference wraps (Uniswap v4-core 1.0.2,
 * Position.sol). `growthInsideX128` is per unit of liquidity since the pool began.
 */
export function feesOwed({
  liquidity,
  growthInsideX128,
  growthInsideLastX128,
}: {
  liquidity: bigint;
  growthInsideX128: bigint;
  growthInsideLastX128: bigint;
}): bigint {
  const grown = (((growthInsideX128 - growthInsideLastX128) % MODULUS) + MODULUS) % MODULUS;
  return (grown * liquidity) / Q128;
}
