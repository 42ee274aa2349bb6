import { type Address, type Hex, zeroAddress } from "viem";
import { gmxAbi as abi } from "../chain/abis/gmx-abi.ts";
import { readContract } from "../chain/read-contract.ts";
import { mapCall, type RpcCall } from "../chain/rpc-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { GMX } from "./gmx.ts";
import type { GmxOrder, GmxPosition } from "./gmx-position.ts";

type At = { block?: bigint };
export type GmxPrice = { min: bigint; max: bigint };
export type GmxMarketPrices = { market: Address; index: GmxPrice; long: GmxPrice; short: GmxPrice };
export type GmxMarketTokens = { market: Address; indexToken: Address; longToken: Address; shortToken: Address };

/** Fees and funding in base units of the collateral token, PnL in dollars. */
export type GmxPositionInfo = {
  key: Hex;
  position: GmxPosition;
  increasedAtSec: bigint;
  decreasedAtSec: bigint;
  /** At a close's price, after GMX's cap on profit, before impact and fees. */
  pnlUsd: bigint;
  /** To a close of all of it; negative takes away. */
  impactUsd: bigint;
  collateralPrice: GmxPrice;
  closeFeeBase: bigint;
  borrowingBase: bigint;
  fundingBase: bigint;
  /** Earned by funding, claimable once the position is changed. */
  earnedLongBase: bigint;
  earnedShortBase: bigint;
};

/** More than anybody has: a vault with more is not read in full, and opens nothing. */
const MOST_ORDERS = 500n;

/** Addresses come out in lower case. Source: docs/facts/gmx.md. */
export const gmxReads = {
  MOST_ORDERS,
  positions: (account: Address, at: At = {}): RpcCall<readonly GmxPosition[]> =>
    mapCall(
      readContract({
        ...at,
        address: GMX.reader,
        abi,
        functionName: "getAccountPositions",
        args: [GMX.dataStore, account, 0n, BigInt(GMX.maxPositions) * 2n],
      }),
      (list) => list.map(positionOf),
    ),
  /** Reverts unless every position's market is among `prices`. */
  positionInfos: (
    account: Address,
    prices: readonly GmxMarketPrices[],
    at: At = {},
  ): RpcCall<readonly GmxPositionInfo[]> =>
    mapCall(
      readContract({
        ...at,
        address: GMX.reader,
        abi,
        functionName: "getAccountPositionInfoList",
        args: [
          GMX.dataStore,
          GMX.referralStorage,
          account,
          prices.map(({ market }) => market),
          prices,
          zeroAddress,
          0n,
          BigInt(GMX.maxPositions) * 2n,
        ],
      }),
      (list) =>
        list.map(({ positionKey, position, fees, execution, basePnlUsd }) => ({
          key: lowerHex(positionKey),
          position: positionOf(position),
          increasedAtSec: position.numbers.increasedAtTime,
          decreasedAtSec: position.numbers.decreasedAtTime,
          pnlUsd: basePnlUsd,
          impactUsd: execution.totalImpactUsd,
          collateralPrice: fees.collateralTokenPrice,
          closeFeeBase: fees.positionFeeAmount,
          borrowingBase: fees.borrowing.borrowingFeeAmount,
          fundingBase: fees.funding.fundingFeeAmount,
          earnedLongBase: fees.funding.claimableLongTokenAmount,
          earnedShortBase: fees.funding.claimableShortTokenAmount,
        })),
    ),
  orders: (account: Address, at: At = {}): RpcCall<readonly GmxOrder[]> =>
    mapCall(
      readContract({
        ...at,
        address: GMX.reader,
        abi,
        functionName: "getAccountOrders",
        args: [GMX.dataStore, account, 0n, MOST_ORDERS],
      }),
      (list) =>
        list.map(({ orderKey, order: { addresses, numbers, flags } }) => ({
          key: lowerHex(orderKey),
          market: lowerHex(addresses.market),
          collateralToken: lowerHex(addresses.initialCollateralToken),
          isLong: flags.isLong,
          orderType: numbers.orderType,
          sizeDeltaUsd: numbers.sizeDeltaUsd,
          collateralDeltaBase: numbers.initialCollateralDeltaAmount,
          triggerPrice: numbers.triggerPrice,
          acceptablePrice: numbers.acceptablePrice,
          executionFeeWei: numbers.executionFee,
          minOutputBase: numbers.minOutputAmount,
          validFromSec: numbers.validFromTime,
          updatedAtSec: numbers.updatedAtTime,
          isFrozen: flags.isFrozen,
          autoCancel: flags.autoCancel,
        })),
    ),
  /** The zero address in all fields where there is no such market. */
  market: (market: Address, at: At = {}): RpcCall<GmxMarketTokens> =>
    mapCall(
      readContract({
        ...at,
        address: GMX.reader,
        abi,
        functionName: "getMarket",
        args: [GMX.dataStore, market],
      }),
      ({ marketToken, indexToken, longToken, shortToken }) => ({
        market: lowerHex(marketToken),
        indexToken: lowerHex(indexToken),
        longToken: lowerHex(longToken),
        shortToken: lowerHex(shortToken),
      }),
    ),
  /** Chainlink's, by which the vault's NAV counts; reverts for a token without a feed. Its age is not told. */
  feedPrice: (token: Address, at: At = {}): RpcCall<GmxPrice> =>
    mapCall(
      readContract({
        ...at,
        address: GMX.priceFeeds,
        abi,
        functionName: "getOraclePrice",
        args: [token, "0x"],
      }),
      ({ min, max }) => ({ min, max }),
    ),
  /** A value of the data store; 0 where it was never set. */
  value: (key: Hex, at: At = {}): RpcCall<bigint> =>
    readContract({ ...at, address: GMX.dataStore, abi, functionName: "getUint", args: [key] }),
};

type RawPosition = {
  addresses: { market: Address; collateralToken: Address };
  numbers: { sizeInUsd: bigint; sizeInTokens: bigint; collateralAmount: bigint };
  isLong: boolean;
};

const positionOf = ({ addresses, numbers, isLong }: RawPosition): GmxPosition => ({
  market: lowerHex(addresses.market),
  collateralToken: lowerHex(addresses.collateralToken),
  isLong,
  sizeUsd: numbers.sizeInUsd,
  sizeTokens: numbers.sizeInTokens,
  collateralBase: numbers.collateralAmount,
});
