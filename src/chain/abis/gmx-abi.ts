import { parseAbi } from "viem";

/** Reader, DataStore and way to Chainlink's feeds (docs/facts/gmx.md). Fixed arrays stand for fields that are not read. */
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
