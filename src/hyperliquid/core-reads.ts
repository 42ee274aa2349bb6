import {
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  parseAbiParameters,
} from "viem";
import { ethCall, type RpcCall } from "../chain/rpc-call.ts";

export type CoreMargin = { accountValueBase: bigint; marginUsedBase: bigint; notionalBase: bigint };
export type CorePosition = { sizeLots: bigint; isIsolated: boolean };
export type CoreMarketInfo = {
  coin: string;
  szDecimals: number;
  maxLeverage: number;
  onlyIsolated: boolean;
};

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

/**
 * Precompiles of chain 999 at the newest block; arguments have no selector
 * (docs/facts/hyperliquid.md 2).
 */
export const coreReads = {
  /** The core drops transfers to unknown accounts. */
  exists: (user: Address): RpcCall<boolean> =>
    read("0810", TYPES.user, [user], TYPES.bool, ([exists]) => exists),
  /** Perpetuals account, USDC with 6 decimals. */
  margin: (user: Address): RpcCall<CoreMargin> =>
    read(
      "080F",
      TYPES.dexUser,
      [0, user],
      TYPES.margin,
      ([accountValueBase, marginUsedBase, notionalBase]) => ({
        accountValueBase,
        marginUsedBase,
        notionalBase,
      }),
    ),
  spotUsdcE8: (user: Address): RpcCall<bigint> =>
    read("0801", TYPES.userToken, [user, 0n], TYPES.spot, ([total]) => total),
  /** Lots; negative: short. */
  position: (user: Address, asset: number): RpcCall<CorePosition> =>
    read(
      "0813",
      TYPES.userAsset,
      [user, asset],
      TYPES.position,
      ([sizeLots, , , , isIsolated]) => ({
        sizeLots,
        isIsolated,
      }),
    ),
  /** Times 10^(6 - szDecimals). */
  markPrice: (asset: number): RpcCall<bigint> =>
    read("0806", TYPES.asset, [asset], TYPES.price, ([price]) => price),
  market: (asset: number): RpcCall<CoreMarketInfo> =>
    read(
      "080a",
      TYPES.asset,
      [asset],
      TYPES.info,
      ([{ coin, szDecimals, maxLeverage, onlyIsolated }]) => ({
        coin,
        szDecimals,
        maxLeverage,
        onlyIsolated,
      }),
    ),
};

function read<const O extends readonly AbiParameter[], T>(
  precompile: string,
  input: readonly AbiParameter[],
  values: readonly unknown[],
  output: O,
  pick: (answer: ReturnType<typeof decodeAbiParameters<O>>) => T,
): RpcCall<T> {
  const to: Address = `0x${precompile.toLowerCase().padStart(40, "0")}`;
  return ethCall({ to, data: encodeAbiParameters(input, values) }, (data) =>
    pick(decodeAbiParameters(output, data)),
  );
}
