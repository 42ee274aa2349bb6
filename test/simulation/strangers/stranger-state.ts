import type { Address, Hex } from "viem";
import type { PoolKey } from "../../../src/kinds/vault-call.ts";
import type { SimLog } from "../chain/chain-state.ts";
import { rangeAmounts, sqrtOfTick } from "./pool-math.ts";
import { TOKENS, tokenAt, type WorldToken, worthOf } from "./tokens.ts";

export type WorldPool = {
  key: PoolKey;
  id: Hex;
  sqrtPriceX96: bigint;
  /** Its hook may refuse to give liquidity back, whenever its author likes. */
  keeps: boolean;
  isShut: boolean;
};
export type WorldPosition = { pool: Hex; tickLower: number; tickUpper: number; liquidity: bigint };

/** Factors in ten-thousandths of the start price: 10000 is where everything began. */
export type Moved = { bidBps: number; askBps: number; oracleBps: number };

/** The same vault on the other chain, all of it in USDC. A silent chain's node answers nothing. */
export type FarVault = { supply: bigint; usdcBase: bigint; isSilent: boolean };

/** All that a world's chain holds. Never changed, always replaced. */
export type StrangerState = {
  vault: Address;
  owner: Address;
  selectors: Readonly<Record<Address, readonly Hex[]>>;
  nonces: Readonly<Record<Address, number>>;
  /** Of the vault, by token; the zero address is the coin. */
  balances: Readonly<Record<Address, bigint>>;
  /** Tokens that the vault counts beside its base token. */
  active: readonly Address[];
  pools: Readonly<Record<Hex, WorldPool>>;
  positions: Readonly<Record<string, WorldPosition>>;
  nextPosition: bigint;
  moved: Readonly<Record<Address, Moved>>;
  staked: bigint;
  /** Units that left for the other chain (below 0), as the vault keeps them. */
  virtualSupply: bigint;
  far: FarVault;
  /** Swaps give their least: somebody stands around them. */
  sandwiched: boolean;
};

export type Ran = { state: StrangerState; logs: readonly SimLog[] };

export const SUPPLY = 100_000_000_000n;
const CALM: Moved = { bidBps: 10_000, askBps: 10_000, oracleBps: 10_000 };
/** What an honest market takes, each way. */
const SPREAD_BPS = 5;

export const movedOf = (state: StrangerState, token: Address): Moved => state.moved[token] ?? CALM;
export const held = (state: StrangerState, token: Address): bigint => state.balances[token] ?? 0n;

/** Coin and wrapped coin have one market and one oracle. */
export const marketKey = (token: Address): Address => {
  const known = tokenAt(token);
  return known.symbol === "WETH" ? (TOKENS[0] as WorldToken).address : known.address;
};

/** What a market gives for an amount, or undefined where it has no price. */
export function marketOut(
  state: StrangerState,
  tokenIn: Address,
  tokenOut: Address,
  amountBase: bigint,
): bigint {
  const [sold, bought] = [tokenAt(tokenIn), tokenAt(tokenOut)];
  if (marketKey(tokenIn) === marketKey(tokenOut)) return amountBase;
  const bid = BigInt(movedOf(state, marketKey(tokenIn)).bidBps * (10_000 - SPREAD_BPS));
  const ask = BigInt(movedOf(state, marketKey(tokenOut)).askBps * (10_000 + SPREAD_BPS));
  return (
    (amountBase * sold.priceE6 * bid * 10n ** BigInt(bought.decimals)) /
    (bought.priceE6 * ask * 10n ** BigInt(sold.decimals))
  );
}

/** Token units per coin at the oracle, as a tick; the coin's own is 0. */
export function oracleTickOf(state: StrangerState, token: Address): number {
  const { priceE6, decimals } = tokenAt(token);
  if (marketKey(token) === TOKENS[0]?.address) return 0;
  // A dearer token: fewer of it for a coin.
  const perCoin =
    (Number(TOKENS[0]?.priceE6) / Number(priceE6)) * (10_000 / movedOf(state, token).oracleBps);
  return Math.trunc(Math.log(perCoin * 10 ** (decimals - 18)) / Math.log(1.0001));
}

/** What the vault's oracle makes of an amount: `convertTokenAmount`. */
export function oracleOut(
  state: StrangerState,
  token: Address,
  amountBase: bigint,
  target: Address,
): bigint {
  if (token === target) return amountBase;
  const sqrt = sqrtOfTick(oracleTickOf(state, target) - oracleTickOf(state, token));
  return (amountBase * sqrt * sqrt) >> 192n;
}

/** Both amounts of a position at a price. */
export function positionAmounts(position: WorldPosition, sqrtPriceX96: bigint): [bigint, bigint] {
  const { tickLower, tickUpper, liquidity } = position;
  return rangeAmounts({ sqrtPriceX96, tickLower, tickUpper, liquidity }, "down");
}

/**
 * As the vault counts it: balances and positions, at the oracle's prices
 * (docs/facts/vault-contracts.md 3).
 */
export function navOf(state: StrangerState, base: Address): { unit: bigint; total: bigint } {
  const tokens = [base, ...state.active.filter((one) => one !== base)];
  const loose = tokens.reduce(
    (sum, token) => sum + oracleOut(state, token, held(state, token), base),
    0n,
  );
  const placed = Object.values(state.positions).reduce((sum, position) => {
    const { key } = poolOf(state, position.pool);
    const sqrt = sqrtOfTick(
      oracleTickOf(state, key.currency1) - oracleTickOf(state, key.currency0),
    );
    const [amount0, amount1] = positionAmounts(position, sqrt);
    return (
      sum +
      oracleOut(state, key.currency0, amount0, base) +
      oracleOut(state, key.currency1, amount1, base)
    );
  }, 0n);
  const grg = TOKENS.find(({ symbol }) => symbol === "GRG");
  const staked = grg === undefined ? 0n : oracleOut(state, grg.address, state.staked, base);
  const total = loose + placed + staked;
  return { unit: (total * 1_000_000n) / (SUPPLY + state.virtualSupply), total };
}

/**
 * What the vault has on both chains. Where nobody has a unit, whoever buys the first one has all of
 * it.
 */
export const trueWorth = (state: StrangerState): bigint =>
  worthHere(state) + (state.far.supply > 0n ? state.far.usdcBase : 0n);

/**
 * By what tokens are worth: positions as they are once every pool has been traded to that price;
 * what a hook can keep is gone.
 */
export function worthHere(state: StrangerState): bigint {
  const loose = Object.entries(state.balances).reduce(
    (sum, [token, amount]) => sum + worthOf(token as Address, amount),
    0n,
  );
  const placed = Object.values(state.positions).reduce((sum, position) => {
    const { key, keeps } = poolOf(state, position.pool);
    if (keeps) return sum;
    const [amount0, amount1] = positionAmounts(position, trueSqrtOf(key.currency0, key.currency1));
    return sum + worthOf(key.currency0, amount0) + worthOf(key.currency1, amount1);
  }, 0n);
  const grg = TOKENS.find(({ symbol }) => symbol === "GRG");
  return loose + placed + (grg === undefined ? 0n : worthOf(grg.address, state.staked));
}

/** The price to which anybody trades a pool, where its tokens are worth something. */
function trueSqrtOf(token0: Address, token1: Address): bigint {
  const [first, second] = [tokenAt(token0), tokenAt(token1)];
  if (first.worthE6 === 0n) return sqrtOfTick(-880_000);
  if (second.worthE6 === 0n) return sqrtOfTick(880_000);
  return sqrtOfPrice(first, second, 10_000, "worthE6");
}

/** The square root of token1 per token0, at so many bps of their start prices. */
export function sqrtOfPrice(
  first: WorldToken,
  second: WorldToken,
  bps: number,
  by: "worthE6" | "priceE6" = "priceE6",
): bigint {
  const price =
    (Number(first[by]) / Number(second[by])) *
    10 ** (second.decimals - first.decimals) *
    (bps / 10_000);
  return BigInt(Math.floor(Math.sqrt(price) * 2 ** 96));
}

/** @throws Error for a pool that nobody opened */
export function poolOf(state: StrangerState, id: Hex): WorldPool {
  const pool = state.pools[id];
  if (pool === undefined) throw new Error(`no pool ${id}`);
  return pool;
}
