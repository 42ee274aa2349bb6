import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from "viem";
import type { PoolKey } from "../kinds/vault-call.ts";

const KEY = parseAbiParameters("address, address, uint24, int24, address");

/** v4-core 1.0.2, PoolKey.sol and PoolId.sol. Addresses are lower case, so their order is that of the numbers. */
export const poolKey = {
  /** Whichever token is named first. */
  of: (tokens: readonly [Address, Address], rest: Pick<PoolKey, "fee" | "tickSpacing" | "hooks">): PoolKey => {
    const [a, b] = tokens;
    const [currency0, currency1] = a < b ? [a, b] : [b, a];
    return { currency0, currency1, ...rest };
  },
  id: ({ currency0, currency1, fee, tickSpacing, hooks }: PoolKey): Hex =>
    keccak256(encodeAbiParameters(KEY, [currency0, currency1, fee, tickSpacing, hooks])),
  same: (a: PoolKey, b: PoolKey): boolean => poolKey.id(a) === poolKey.id(b),
};

/** Packed beside the pool's id. */
export type PositionInfo = { tickLower: number; tickUpper: number; hasSubscriber: boolean };

/** 8 bits subscriber, 24 lower tick, 24 upper tick, 200 of the pool's id (Uniswap v4-periphery 1.0.3, PositionInfoLibrary.sol). */
export const positionInfo = (word: bigint): PositionInfo => ({
  tickLower: Number(BigInt.asIntN(24, word >> 8n)),
  tickUpper: Number(BigInt.asIntN(24, word >> 32n)),
  hasSubscriber: (word & 0xffn) !== 0n,
});
