import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  parseAbiParameters,
} from "viem";
import type { PoolKey, RouterFacts } from "../kinds/vault-call.ts";
import { executeCalldata } from "./execute-calldata.ts";

type OracleSwap = {
  pool: PoolKey;
  /** true: the coin for the token. */
  zeroForOne: boolean;
  amountInBase: bigint;
  amountOutMinBase: bigint;
  deadlineSec: bigint;
};

const V4_SWAP: Hex = "0x10";
/** SWAP_EXACT_IN_SINGLE, SETTLE_ALL, TAKE_ALL (v4-periphery Actions.sol). */
const ACTIONS: Hex = concatHex([6, 12, 15].map((action) => numberToHex(action, { size: 1 })));
const POOL_KEY =
  "(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key";
/** By router version (parse-v4-actions.ts). */
const SINGLE = {
  "2.0": parseAbiParameters(
    `(${POOL_KEY}, bool zeroForOne, uint128 amount, uint128 limit, bytes hookData) swap`,
  ),
  "2.1.2": parseAbiParameters(
    `(${POOL_KEY}, bool zeroForOne, uint128 amount, uint128 limit, uint256 minHopPriceX36, bytes hookData) swap`,
  ),
};
const PLAN = parseAbiParameters("bytes, bytes[]");
const CURRENCY_UINT = parseAbiParameters("address, uint256");

/** Exact-input swap in one v4 pool, paid and taken by the vault. Amounts below 2^128. */
export function encodeOracleSwap(
  swap: OracleSwap,
  routerVersion: RouterFacts["routerVersion"],
): Hex {
  const {
    pool: key,
    zeroForOne,
    amountInBase: amount,
    amountOutMinBase: limit,
    deadlineSec,
  } = swap;
  const [tokenIn, tokenOut]: readonly [Address, Address] = zeroForOne
    ? [key.currency0, key.currency1]
    : [key.currency1, key.currency0];
  const common = { key, zeroForOne, amount, limit, hookData: "0x" as const };
  const single =
    routerVersion === "2.0"
      ? encodeAbiParameters(SINGLE["2.0"], [common])
      : encodeAbiParameters(SINGLE["2.1.2"], [{ ...common, minHopPriceX36: 0n }]);
  const params = [
    single,
    encodeAbiParameters(CURRENCY_UINT, [tokenIn, amount]),
    encodeAbiParameters(CURRENCY_UINT, [tokenOut, limit]),
  ];
  return executeCalldata.encode({
    commands: V4_SWAP,
    inputs: [encodeAbiParameters(PLAN, [ACTIONS, params])],
    deadlineSec,
  });
}
