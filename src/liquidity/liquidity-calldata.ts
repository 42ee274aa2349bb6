import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import type { PoolKey } from "../kinds/vault-call.ts";
import { isNative } from "../lib/normalize-address.ts";

const abi = parseAbi(["function modifyLiquidities(bytes unlockData, uint256 deadline)"]);
const PLAN = parseAbiParameters("bytes, bytes[]");
const MINT = parseAbiParameters(
  "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks), int24, int24, uint256, uint128, uint128, address, bytes",
);
const CHANGE = parseAbiParameters("uint256, uint256, uint128, uint128, bytes");
const BURN = parseAbiParameters("uint256, uint128, uint128, bytes");
const ONE = parseAbiParameters("address");
const TWO = parseAbiParameters("address, address");
const THREE = parseAbiParameters("address, address, address");

/** v4-periphery 1.0.3, Actions.sol. */
const INCREASE = 0x00;
const DECREASE = 0x01;
const MINTED = 0x02;
const BURNED = 0x03;
const SETTLE_PAIR = 0x0d;
const TAKE_PAIR = 0x11;
const CLOSE = 0x12;
const SWEEP = 0x14;

type Place = { vault: Address; deadlineSec: number };
type Added = { liquidity: bigint; amount0MaxBase: bigint; amount1MaxBase: bigint };
type Taken = { amount0MinBase: bigint; amount1MinBase: bigint };
type Of = { tokenId: bigint; pool: PoolKey };

/** modifyLiquidities: one action, no hook data, all output to the vault. */
export const liquidityCalldata = {
  /** The adapter attaches the maximum, so the rest is swept. */
  mint: (
    range: Added & { pool: PoolKey; tickLower: number; tickUpper: number },
    { vault, deadlineSec }: Place,
  ): Hex => {
    const { pool, tickLower, tickUpper, liquidity, amount0MaxBase, amount1MaxBase } = range;
    const minted = encodeAbiParameters(MINT, [
      pool,
      tickLower,
      tickUpper,
      liquidity,
      amount0MaxBase,
      amount1MaxBase,
      vault,
      "0x",
    ]);
    const paid = encodeAbiParameters(TWO, [pool.currency0, pool.currency1]);
    return encode([[MINTED, minted], [SETTLE_PAIR, paid], ...leftover(pool, vault)], deadlineSec);
  },
  /** CLOSE, because paid-out fees may exceed the debt (DeltaNotNegative). */
  increase: (
    { tokenId, pool, liquidity, amount0MaxBase, amount1MaxBase }: Added & Of,
    { vault, deadlineSec }: Place,
  ) => {
    const increased = encodeAbiParameters(CHANGE, [
      tokenId,
      liquidity,
      amount0MaxBase,
      amount1MaxBase,
      "0x",
    ]);
    const closed = [pool.currency0, pool.currency1].map(
      (currency) => [CLOSE, encodeAbiParameters(ONE, [currency])] as const,
    );
    return encode([[INCREASE, increased], ...closed, ...leftover(pool, vault)], deadlineSec);
  },
  /** Without liquidity it collects fees. */
  decrease: (of: Taken & Of & Pick<Added, "liquidity">, { vault, deadlineSec }: Place): Hex => {
    const { tokenId, pool, liquidity, amount0MinBase, amount1MinBase } = of;
    const decreased = encodeAbiParameters(CHANGE, [
      tokenId,
      liquidity,
      amount0MinBase,
      amount1MinBase,
      "0x",
    ]);
    return encode([[DECREASE, decreased], taken(pool, vault)], deadlineSec);
  },
  burn: (
    { tokenId, pool, amount0MinBase, amount1MinBase }: Taken & Of,
    { vault, deadlineSec }: Place,
  ): Hex => {
    const burned = encodeAbiParameters(BURN, [tokenId, amount0MinBase, amount1MinBase, "0x"]);
    return encode([[BURNED, burned], taken(pool, vault)], deadlineSec);
  },
};

type Action = readonly [byte: number, params: Hex];

function encode(actions: readonly Action[], deadlineSec: number): Hex {
  const bytes: Hex = `0x${actions.map(([byte]) => byte.toString(16).padStart(2, "0")).join("")}`;
  const unlockData = encodeAbiParameters(PLAN, [bytes, actions.map(([, params]) => params)]);
  return encodeFunctionData({
    abi,
    functionName: "modifyLiquidities",
    args: [unlockData, BigInt(deadlineSec)],
  });
}

const taken = ({ currency0, currency1 }: PoolKey, vault: Address): Action => [
  TAKE_PAIR,
  encodeAbiParameters(THREE, [currency0, currency1, vault]),
];

const leftover = ({ currency0 }: PoolKey, vault: Address): Action[] =>
  isNative(currency0) ? [[SWEEP, encodeAbiParameters(TWO, [currency0, vault])]] : [];
