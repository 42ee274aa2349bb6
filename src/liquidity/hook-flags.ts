import type { Address } from "viem";

/** The lowest bits of a v4 hook's address (Uniswap v4-core 1.0.2, Hooks.sol). */
const BEFORE_REMOVE_LIQUIDITY = 1n << 9n;
const AFTER_REMOVE_LIQUIDITY = 1n << 8n;
const AFTER_REMOVE_RETURNS_DELTA = 1n << 0n;
const AFTER_ADD_RETURNS_DELTA = 1n << 1n;
const AFTER_SWAP_RETURNS_DELTA = 1n << 2n;
const BEFORE_SWAP_RETURNS_DELTA = 1n << 3n;

export const hookFlags = {
  /** No minimum covers fees, and vaults refuse such pools (docs/facts/vault-contracts.md 6). */
  takesLiquidity: (hooks: Address): boolean => has(hooks, AFTER_REMOVE_RETURNS_DELTA | AFTER_ADD_RETURNS_DELTA),
  /** Asked when liquidity is taken out, it may refuse: what went in can stay for ever. */
  holdsLiquidity: (hooks: Address): boolean => has(hooks, BEFORE_REMOVE_LIQUIDITY | AFTER_REMOVE_LIQUIDITY),
  /** The pool's price need not be what anyone trades at. */
  takesSwaps: (hooks: Address): boolean => has(hooks, AFTER_SWAP_RETURNS_DELTA | BEFORE_SWAP_RETURNS_DELTA),
};

const has = (hooks: Address, flags: bigint): boolean => (BigInt(hooks) & flags) !== 0n;
