import { type Address, type Hex, parseAbi, zeroAddress } from "viem";
import { mapCall, type RpcCall, readContract } from "../chain/rpc-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { GMX } from "./gmx.ts";
import type { GmxOrder, GmxPosition } from "./gmx-position.ts";

type At = { block?: bigint };
export type GmxPrice = { min: bigint; max: bigint };
export type GmxMarketPrices = { market: Address; index: GmxPrice; long: GmxPrice; short: GmxPrice };
export type GmxMarketTokens = {
  market: Address;
  indexToken: Address;
  longToken: Address;
  shortToken: Address;
};

/** Fees and funding in the collateral's base units, PnL in USD. */
export type GmxPositionInfo = {
  key: Hex;
  position: GmxPosition;
  /** At a close, after GMX's cap on profit, before impact and fees. */
  pnlUsd: bigint;
  /** Impact of a full close; negative costs. */
  impactUsd: bigint;
  collateralPrice: GmxPrice;
  closeFeeBase: bigint;
  borrowingBase: bigint;
  fundingBase: bigint;
  /** Claimable once the position changes. */
  earnedLongBase: bigint;
  earnedShortBase: bigint;
};

/** A vault with more is not read in full and opens nothing. */
const MOST_ORDERS = 500n;

/** Addresses are lower case. Source: docs/facts/gmx.md. */
export const gmxReads = {
  MOST_ORDERS,
  positions: (account: Address, at: At = {}): RpcCall<readonly GmxPosition[]> =>
    mapCall(
      readContract({
        ...READER,
        ...at,
        functionName: "getAccountPositions",
        args: [GMX.dataStore, account, 0n, BigInt(GMX.maxPositions) * 2n],
      }),
      (list) => list.map(positionOf),
    ),
  /** Reverts unless `prices` has every position's market. */
  positionInfos: (
    account: Address,
    prices: readonly GmxMarketPrices[],
    at: At = {},
  ): RpcCall<readonly GmxPositionInfo[]> =>
    mapCall(
      readContract({
        ...READER,
        ...at,
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
        ...READER,
        ...at,
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
  /** An unknown market has zero addresses. */
  market: (market: Address): RpcCall<GmxMarketTokens> =>
    mapCall(
      readContract({
        ...READER,
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
  /** Chainlink's price, which the NAV uses; reverts without a feed, tells no age. */
  feedPrice: (token: Address): RpcCall<GmxPrice> =>
    mapCall(
      readContract({
        address: GMX.priceFeeds,
        abi: gmxAbi,
        functionName: "getOraclePrice",
        args: [token, "0x"],
      }),
      ({ min, max }) => ({ min, max }),
    ),
  /** 0 where it was never set. */
  value: (key: Hex, at: At = {}): RpcCall<bigint> =>
    readContract({
      ...at,
      address: GMX.dataStore,
      abi: gmxAbi,
      functionName: "getUint",
      args: [key],
    }),
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

/** docs/facts/gmx.md. Fixed arrays stand for unread fields. */
export const gmxAbi = parseAbi([
  "struct Price { uint256 min; uint256 max; }",
  "struct Prices { Price index; Price long; Price short; }",
  "struct Market { address marketToken; address indexToken; address longToken; address shortToken; }",
  "struct PositionAddresses { address account; address market; address collateralToken; }",
  "struct PositionNumbers { uint256 sizeInUsd; uint256 sizeInTokens; uint256 collateralAmount; int256 pendingImpactAmount; uint256[4] factors; uint256 increasedAtTime; uint256 decreasedAtTime; }",
  "struct Position { PositionAddresses addresses; PositionNumbers numbers; bool isLong; }",
  "struct Funding { uint256 fundingFeeAmount; uint256 claimableLongTokenAmount; uint256 claimableShortTokenAmount; uint256[3] latest; }",
  "struct Borrowing { uint256 borrowingFeeUsd; uint256 borrowingFeeAmount; uint256[2] ofReceiver; }",
  "struct Fees { uint256[10] referral; uint256[3] pro; Funding funding; Borrowing borrowing; uint256[3] ui; uint256[4] liquidation; Price collateralTokenPrice; uint256[6] factors; uint256 positionFeeAmount; uint256 totalCostAmountExcludingFunding; uint256 totalCostAmount; uint256 totalDiscountAmount; }",
  "struct Execution { int256 priceImpactUsd; uint256 executionPrice; bool balanceWasImproved; int256 proportionalPendingImpactUsd; int256 totalImpactUsd; uint256 priceImpactDiffUsd; }",
  "struct PositionInfo { bytes32 positionKey; Position position; Fees fees; Execution execution; int256 basePnlUsd; int256 uncappedBasePnlUsd; int256 pnlAfterPriceImpactUsd; }",
  "struct OrderAddresses { address account; address receiver; address cancellationReceiver; address callbackContract; address uiFeeReceiver; address market; address initialCollateralToken; address[] swapPath; }",
  "struct OrderNumbers { uint8 orderType; uint8 decreasePositionSwapType; uint256 sizeDeltaUsd; uint256 initialCollateralDeltaAmount; uint256 triggerPrice; uint256 acceptablePrice; uint256 executionFee; uint256 callbackGasLimit; uint256 minOutputAmount; uint256 updatedAtTime; uint256 validFromTime; uint256 srcChainId; }",
  "struct OrderFlags { bool isLong; bool shouldUnwrapNativeToken; bool isFrozen; bool autoCancel; }",
  "struct Order { OrderAddresses addresses; OrderNumbers numbers; OrderFlags flags; bytes32[] dataList; }",
  "struct OrderInfo { bytes32 orderKey; Order order; }",
  "struct Validated { address token; uint256 min; uint256 max; uint256 timestamp; address provider; }",
  "function getMarket(address dataStore, address key) view returns (Market)",
  "function getAccountPositions(address dataStore, address account, uint256 start, uint256 end) view returns (Position[])",
  "function getAccountPositionInfoList(address dataStore, address referralStorage, address account, address[] markets, Prices[] prices, address uiFeeReceiver, uint256 start, uint256 end) view returns (PositionInfo[])",
  "function getAccountOrders(address dataStore, address account, uint256 start, uint256 end) view returns (OrderInfo[])",
  "function getOraclePrice(address token, bytes data) view returns (Validated)",
  "function getUint(bytes32 key) view returns (uint256)",
]);

const READER = { address: GMX.reader, abi: gmxAbi } as const;
