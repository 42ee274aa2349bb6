import { type AbiParameter, type Address, decodeAbiParameters, encodeAbiParameters, parseAbiParameters } from "viem";
import { ethCall, type RpcCall } from "../chain/rpc-call.ts";

export type CoreMargin = { accountValueBase: bigint; marginUsedBase: bigint; notionalBase: bigint };
export type CorePosition = { sizeLots: bigint; isIsolated: boolean };
/** `coin`: the name that the number is of. */
export type CoreMarketInfo = { coin: string; szDecimals: number; maxLeverage: number; onlyIsolated: boolean };

const TYPES = {
  bool: parseAbiParameters("bool"),
  price: parseAbiParameters("uint64"),
  spot: parseAbiParameters("uint64, uint64, uint64"),
  margin: parseAbiParameters("int64, uint64, uint64, int64"),
  position: parseAbiParameters("int64, uint64, int64, uint32, bool"),
  info: parseAbiParameters(
    "(string coin, uint32 marginTableId, uint8 szDecimals, uint8 maxLeverage, bool onlyIsolated)",
  ),
  user: parseAbiParameters("address"),
  userToken: parseAbiParameters("address, uint64"),
  dexUser: parseAbiParameters("uint32, address"),
  userAsset: parseAbiParameters("address, uint32"),
  asset: parseAbiParameters("uint32"),
} as const;

/** Chain 999's precompiles, as of its newest block, which take arguments without a selector. Source: docs/facts/hyperliquid.md 2. */
export const coreReads = {
  /** Without an account the core drops whatever is sent to it. */
  exists: (user: Address): RpcCall<boolean> => read("0810", TYPES.user, [user], TYPES.bool, ([exists]) => exists),
  /** Of the perpetuals' account, USDC with 6 decimals. */
  margin: (user: Address): RpcCall<CoreMargin> =>
    read("080F", TYPES.dexUser, [0, user], TYPES.margin, ([accountValueBase, marginUsedBase, notionalBase]) => ({
      ...{ accountValueBase, marginUsedBase, notionalBase },
    })),
  /** USDC in the spot account, 8 decimals. */
  spotUsdcE8: (user: Address): RpcCall<bigint> =>
    read("0801", TYPES.userToken, [user, 0n], TYPES.spot, ([total]) => total),
  /** Negative: short; in lots of the market. */
  position: (user: Address, asset: number): RpcCall<CorePosition> =>
    read("0813", TYPES.userAsset, [user, asset], TYPES.position, ([sizeLots, , , , isIsolated]) => ({
      ...{ sizeLots, isIsolated },
    })),
  /** Times 10^(6 - szDecimals). */
  markPrice: (asset: number): RpcCall<bigint> => read("0806", TYPES.asset, [asset], TYPES.price, ([price]) => price),
  market: (asset: number): RpcCall<CoreMarketInfo> =>
    read("080a", TYPES.asset, [asset], TYPES.info, ([{ coin, szDecimals, maxLeverage, onlyIsolated }]) => ({
      ...{ coin, szDecimals, maxLeverage, onlyIsolated },
    })),
};

function read<const O extends readonly AbiParameter[], T>(
  precompile: string,
  input: readonly AbiParameter[],
  values: readonly unknown[],
  output: O,
  pick: (answer: ReturnType<typeof decodeAbiParameters<O>>) => T,
): RpcCall<T> {
  const to: Address = `0x${precompile.toLowerCase().padStart(40, "0")}`;
  return ethCall({ to, data: encodeAbiParameters(input, values) }, (data) => pick(decodeAbiParameters(output, data)));
}
