import { type Address, type Hex, keccak256, pad, toHex } from "viem";
import type { BridgeCall } from "../../../src/calldata/bridge-call.ts";
import type { LiquidityCall } from "../../../src/calldata/liquidity-call.ts";
import { poolKey } from "../../../src/liquidity/pool-key.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import type { SimLog } from "../chain/chain-state.ts";
import { rangeAmounts } from "./pool-math.ts";
import {
  held,
  marketOut,
  navOf,
  oracleOut,
  poolOf,
  positionAmounts,
  type Ran,
  type StrangerState,
  SUPPLY,
} from "./stranger-state.ts";
import { ADDRESSES, tokenOf, worthOf } from "./tokens.ts";

const TRANSFER = keccak256(toHex("Transfer(address,address,uint256)"));
const POOL: Address = `0x${"9".repeat(40)}`;

/**
 * A call of the vault by its agent or its owner, as the contracts would run it; undefined where
 * they revert.
 */
export function runStrangerCall(
  state: StrangerState,
  from: Address,
  data: Hex,
  nowSec: number,
): Ran | undefined {
  const granted = state.selectors[from] ?? [];
  if (from !== state.owner && !granted.includes(data.slice(0, 10) as Hex)) return undefined;
  const facts = {
    vault: state.vault,
    wrappedNative: ADDRESSES.wrappedNative,
    routerVersion: "2.0",
  } as const;
  const call = decodeVaultCall(data, facts);
  if ("deadlineSec" in call && call.deadlineSec !== null && BigInt(nowSec) > call.deadlineSec)
    return undefined;
  switch (call.kind) {
    case "swap": {
      const { mode, tokenIn, tokenOut, amountInBase, amountOutMinBase, recipient } = call;
      if (mode !== "exactIn" || recipient !== state.vault) return undefined;
      const honest = marketOut(state, tokenIn, tokenOut, amountInBase);
      if (honest < amountOutMinBase) return undefined;
      const out = state.sandwiched ? amountOutMinBase : honest;
      return move({ ...state, active: withActive(state, [tokenOut]) }, [
        [tokenIn, -amountInBase],
        [tokenOut, out],
      ]);
    }
    case "lpMint":
    case "lpIncrease":
      return add(state, call);
    case "lpDecrease":
    case "lpCollect":
    case "lpBurn":
      return take(state, call);
    case "stake":
      return withStake(state, call.amountBase);
    case "unstake":
      return withStake(state, -call.amountBase);
    case "bridge":
      return send(state, call);
    default:
      return undefined;
  }
}

/**
 * Assets leave for the other chain, with the units that stand for them or, in a sync, without; what
 * arrives is there at once.
 */
function send(state: StrangerState, call: BridgeCall): Ran | undefined {
  const { opType, inputToken, inputAmountBase, outputAmountBase, navToleranceBps } = call;
  const { unit, total } = navOf(state, ADDRESSES.usdc);
  const value = oracleOut(state, inputToken, outputAmountBase, ADDRESSES.usdc);
  if (opType === "sync" && value * 10_000n > total * navToleranceBps) return undefined;
  const units = opType === "sync" || unit === 0n ? 0n : (value * 1_000_000n) / unit;
  if (units >= SUPPLY + state.virtualSupply) return undefined;
  const { far } = state;
  const arrived = {
    ...far,
    supply: far.supply + units,
    usdcBase: far.usdcBase + worthOf(inputToken, outputAmountBase),
  };
  return move({ ...state, far: arrived, virtualSupply: state.virtualSupply - units }, [
    [inputToken, -inputAmountBase],
  ]);
}

function add(
  state: StrangerState,
  call: Extract<LiquidityCall, { kind: "lpMint" | "lpIncrease" }>,
): Ran | undefined {
  const id = call.kind === "lpMint" ? state.nextPosition.toString() : call.tokenId.toString();
  const before =
    call.kind === "lpMint"
      ? {
          pool: poolKey.id(call.pool),
          tickLower: call.tickLower,
          tickUpper: call.tickUpper,
          liquidity: 0n,
        }
      : state.positions[id];
  const pool = before && state.pools[before.pool];
  if (before === undefined || pool === undefined) return undefined;
  const [amount0, amount1] = rangeAmounts(
    { ...before, liquidity: call.liquidity, sqrtPriceX96: pool.sqrtPriceX96 },
    "up",
  );
  if (amount0 > call.amount0MaxBase || amount1 > call.amount1MaxBase) return undefined;
  const { currency0, currency1 } = pool.key;
  const position = { ...before, liquidity: before.liquidity + call.liquidity };
  const next: StrangerState = {
    ...state,
    active: withActive(state, [currency0, currency1]),
    positions: { ...state.positions, [id]: position },
    nextPosition: call.kind === "lpMint" ? state.nextPosition + 1n : state.nextPosition,
  };
  return move(next, [
    [currency0, -amount0],
    [currency1, -amount1],
  ]);
}

function take(
  state: StrangerState,
  call: Extract<LiquidityCall, { kind: "lpDecrease" | "lpCollect" | "lpBurn" }>,
): Ran | undefined {
  const id = call.tokenId.toString();
  const position = state.positions[id];
  if (position === undefined || call.recipient !== state.vault) return undefined;
  const pool = poolOf(state, position.pool);
  if (pool.isShut) return undefined;
  const liquidity = call.kind === "lpBurn" ? position.liquidity : call.liquidity;
  if (liquidity > position.liquidity) return undefined;
  const [amount0, amount1] = positionAmounts({ ...position, liquidity }, pool.sqrtPriceX96);
  if (amount0 < call.amount0MinBase || amount1 < call.amount1MinBase) return undefined;
  const { [id]: _, ...rest } = state.positions;
  const left = { ...position, liquidity: position.liquidity - liquidity };
  const positions = call.kind === "lpBurn" ? rest : { ...rest, [id]: left };
  return move({ ...state, positions }, [
    [pool.key.currency0, amount0],
    [pool.key.currency1, amount1],
  ]);
}

function withStake(state: StrangerState, amountBase: bigint): Ran | undefined {
  if (state.staked + amountBase < 0n) return undefined;
  return move({ ...state, staked: state.staked + amountBase }, [
    [tokenOf("GRG").address, -amountBase],
  ]);
}

/** What the vault gets (or gives, below 0) of tokens; undefined where it holds too little. */
function move(
  state: StrangerState,
  changes: readonly (readonly [Address, bigint])[],
): Ran | undefined {
  let balances = state.balances;
  for (const [token, change] of changes) {
    const left = (balances[token] ?? 0n) + change;
    if (left < 0n) return undefined;
    balances = { ...balances, [token]: left };
  }
  const logs = changes
    .filter(([, change]) => change !== 0n)
    .map(([token, change]) => log(state.vault, token, change));
  return { state: { ...state, balances }, logs };
}

const log = (vault: Address, token: Address, change: bigint): SimLog => ({
  address: token,
  topics: [TRANSFER, pad(change < 0n ? vault : POOL), pad(change < 0n ? POOL : vault)],
  data: toHex(change < 0n ? -change : change, { size: 32 }),
});

const withActive = (state: StrangerState, tokens: readonly Address[]): readonly Address[] => [
  ...new Set([
    ...state.active,
    ...tokens.filter((token) => token !== ADDRESSES.usdc && held(state, token) >= 0n),
  ]),
];
