import type { Address } from "viem";

/** Permissions of a v4 hook stand in the lowest bits of its address (Uniswap v4-core 1.0.2, Hooks.sol). */
const BEFORE_REMOVE_LIQUIDITY = 1n << 9n;
const AFTER_REMOVE_LIQUIDITY = 1n << 8n;
const AFTER_REMOVE_RETURNS_DELTA = 1n << 0n;
const AFTER_ADD_RETURNS_DELTA = 1n << 1n;
const AFTER_SWAP_RETURNS_DELTA = 1n << 2n;
const BEFORE_SWAP_RETURNS_DELTA = 1n << 3n;

/** What a pool's hook may do with other people's amounts. */
export const hookFlags = {
  /** It may keep a part of what goes in or out: no minimum covers fees, and vaults refuse such pools (docs/facts/vault-contracts.md 6). */
  takesLiquidity: (hooks: Address): boolean => has(hooks, AFTER_REMOVE_RETURNS_DELTA | AFTER_ADD_RETURNS_DELTA),
  /** It is asked when liquidity is taken out, and may refuse: what went in can stay there for ever. */
  holdsLiquidity: (hooks: Address): boolean => has(hooks, BEFORE_REMOVE_LIQUIDITY | AFTER_REMOVE_LIQUIDITY),
  /** It may answer swaps itself, so the pool's price need not be what anyone trades at. */
  takesSwaps: (hooks: Address): boolean => has(hooks, AFTER_SWAP_RETURNS_DELTA | BEFORE_SWAP_RETURNS_DELTA),
};

const has = (hooks: Address, flags: bigint): boolean => (BigInt(hooks) & flags) !== 0n;
