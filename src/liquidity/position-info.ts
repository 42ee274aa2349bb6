/** Packed beside the pool's id. */
export type PositionInfo = { tickLower: number; tickUpper: number; hasSubscriber: boolean };

/** 8 bits subscriber, 24 lower tick, 24 upper tick, 200 of the pool's id (Uniswap v4-periphery 1.0.3, PositionInfoLibrary.sol). */
export const positionInfo = (word: bigint): PositionInfo => ({
  tickLower: Number(BigInt.asIntN(24, word >> 8n)),
  tickUpper: Number(BigInt.asIntN(24, word >> 32n)),
  hasSubscriber: (word & 0xffn) !== 0n,
});
