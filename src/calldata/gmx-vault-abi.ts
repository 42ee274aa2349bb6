import { parseAbi } from "viem";

/** docs/facts/gmx.md. The order's tuple is GMX's own, gmx-synthetics IBaseOrderUtils.sol. */
export const gmxVaultAbi = parseAbi([
  "struct Addresses { address receiver; address cancellationReceiver; address callbackContract; address uiFeeReceiver; address market; address initialCollateralToken; address[] swapPath; }",
  "struct Numbers { uint256 sizeDeltaUsd; uint256 initialCollateralDeltaAmount; uint256 triggerPrice; uint256 acceptablePrice; uint256 executionFee; uint256 callbackGasLimit; uint256 minOutputAmount; uint256 validFromTime; }",
  "struct Params { Addresses addresses; Numbers numbers; uint8 orderType; uint8 decreasePositionSwapType; bool isLong; bool shouldUnwrapNativeToken; bool autoCancel; bytes32 referralCode; bytes32[] dataList; }",
  "function createIncreaseOrder(Params params) returns (bytes32)",
  "function createDecreaseOrder(Params params) returns (bytes32)",
  "function updateOrder(bytes32 key, uint256 sizeDeltaUsd, uint256 acceptablePrice, uint256 triggerPrice, uint256 minOutputAmount, uint256 validFromTime, bool autoCancel)",
  "function cancelOrder(bytes32 key)",
  "function claimFundingFees(address[] markets, address[] tokens, address receiver)",
  "function claimCollateral(address[] markets, address[] tokens, uint256[] timeKeys, address receiver)",
]);
