import { type Address, encodeAbiParameters, type Hex, keccak256, parseAbiParameters } from "viem";
import type { PoolKey } from "../kinds/vault-call.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

const KEY = parseAbiParameters("address, address, uint24, int24, address");

/** v4-core 1.0.2, PoolKey.sol and PoolId.sol. Lower-case addresses sort like numbers. */
export const poolKey = {
  of: (
    tokens: readonly [Address, Address],
    rest: Pick<PoolKey, "fee" | "tickSpacing" | "hooks">,
  ): PoolKey => {
    const [a, b] = tokens;
    const [currency0, currency1] = a < b ? [a, b] : [b, a];
    return { currency0, currency1, ...rest };
  },
  id: ({ currency0, currency1, fee, tickSpacing, hooks }: PoolKey): Hex =>
    keccak256(encodeAbiParameters(KEY, [currency0, currency1, fee, tickSpacing, hooks])),
  same: (a: PoolKey, b: PoolKey): boolean => poolKey.id(a) === poolKey.id(b),
};

/**
 * 8 bits subscriber, 24 lower tick, 24 upper tick, 200 pool id (v4-periphery 1.0.3,
 * PositionInfoLibrary.sol).
 */
export const positionInfo = (word: bigint) => ({
  tickLower: Number(BigInt.asIntN(24, word >> 8n)),
  tickUpper: Number(BigInt.asIntN(24, word >> 32n)),
  hasSubscriber: (word & 0xffn) !== 0n,
});

/** Lowest bits of a hook's address (v4-core 1.0.2, Hooks.sol). */
const BEFORE_REMOVE_LIQUIDITY = 1n << 9n;
const AFTER_REMOVE_LIQUIDITY = 1n << 8n;
const AFTER_REMOVE_RETURNS_DELTA = 1n << 0n;
const AFTER_ADD_RETURNS_DELTA = 1n << 1n;
const AFTER_SWAP_RETURNS_DELTA = 1n << 2n;
const BEFORE_SWAP_RETURNS_DELTA = 1n << 3n;

export const hookFlags = {
  /** Vaults refuse such pools (docs/facts/vault-contracts.md 6). */
  takesLiquidity: (hooks: Address): boolean =>
    has(hooks, AFTER_REMOVE_RETURNS_DELTA | AFTER_ADD_RETURNS_DELTA),
  /** It may refuse withdrawals for ever. */
  holdsLiquidity: (hooks: Address): boolean =>
    has(hooks, BEFORE_REMOVE_LIQUIDITY | AFTER_REMOVE_LIQUIDITY),
  /** Trades may differ from the pool's price. */
  takesSwaps: (hooks: Address): boolean =>
    has(hooks, AFTER_SWAP_RETURNS_DELTA | BEFORE_SWAP_RETURNS_DELTA),
};

const has = (hooks: Address, flags: bigint): boolean => (BigInt(hooks) & flags) !== 0n;

/**
 * Refuses hooks that keep a part of liquidity (no minimum covers fees) or answer swaps themselves.
 */
export function refusalOfHook(hooks: Address): Refusal | undefined {
  if (!hookFlags.takesLiquidity(hooks) && !hookFlags.takesSwaps(hooks)) return undefined;
  return refuse(
    "hook_not_allowed",
    `hooks: the pool's hook ${hooks} may keep a part of amounts, so the vault's tokens do ` +
      "not go through it. Choose a pool without such a hook.",
    { hooks },
  );
}

/**
 * For an unnamed hook that may keep liquidity for ever. calls/with-text-to-sign.ts adds the text to
 * sign.
 */
export const hookNotNamed = (hooks: Address): Refusal =>
  refuse(
    "hook_not_allowed",
    `hooks: the pool's hook ${hooks} is asked whenever liquidity is taken out and may refuse ` +
      "that for ever, and this vault's operator has not named it. Choose a pool without such a " +
      `hook. It is named at POST /api/settings/limits with {"nameHook": {"hook": "${hooks}", ` +
      `"allowed": true}} and a signature made for that.`,
    { hooks, allowed: "named" },
  );
