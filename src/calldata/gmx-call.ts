import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";

/**
 * Through the vault's own adapter (docs/facts/gmx.md), which sets who receives, fees and swap path; they are read all the same, and have to
 * say what it will do. Dollars have 30 decimals, prices 30 less the index token's (src/gmx/gmx-scale.ts).
 */
export type GmxCall =
  | (GmxOrderFields & { kind: "gmxIncrease" })
  | (GmxOrderFields & { kind: "gmxDecrease" })
  | {
      kind: "gmxUpdate";
      orderKey: Hex;
      sizeDeltaUsd: bigint;
      acceptablePrice: bigint;
      triggerPrice: bigint;
      minOutputBase: bigint;
      validFromSec: bigint;
      autoCancel: boolean;
    }
  | { kind: "gmxCancel"; orderKey: Hex }
  | { kind: "gmxClaimFunding"; markets: readonly Address[]; tokens: readonly Address[]; receiver: Address }
  | {
      kind: "gmxClaimCollateral";
      markets: readonly Address[];
      tokens: readonly Address[];
      timeKeys: readonly bigint[];
      receiver: Address;
    };

export type GmxOrderFields = {
  receiver: Address;
  cancellationReceiver: Address;
  callbackContract: Address;
  uiFeeReceiver: Address;
  market: Address;
  collateralToken: Address;
  swapPath: readonly Address[];
  sizeDeltaUsd: bigint;
  collateralDeltaBase: bigint;
  triggerPrice: bigint;
  acceptablePrice: bigint;
  executionFeeWei: bigint;
  callbackGasLimit: bigint;
  minOutputBase: bigint;
  validFromSec: bigint;
  orderType: number;
  decreasePositionSwapType: number;
  isLong: boolean;
  shouldUnwrapNativeToken: boolean;
  autoCancel: boolean;
  referralCode: Hex;
  dataList: readonly Hex[];
};

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

/** Calldata for the vault. */
export function encodeGmxCall(call: GmxCall): Hex {
  switch (call.kind) {
    case "gmxIncrease":
      return encodeFunctionData({ abi: gmxVaultAbi, functionName: "createIncreaseOrder", args: [paramsOf(call)] });
    case "gmxDecrease":
      return encodeFunctionData({ abi: gmxVaultAbi, functionName: "createDecreaseOrder", args: [paramsOf(call)] });
    case "gmxUpdate": {
      const { orderKey, sizeDeltaUsd, acceptablePrice, triggerPrice, minOutputBase, validFromSec, autoCancel } = call;
      const args = [
        orderKey,
        sizeDeltaUsd,
        acceptablePrice,
        triggerPrice,
        minOutputBase,
        validFromSec,
        autoCancel,
      ] as const;
      return encodeFunctionData({ abi: gmxVaultAbi, functionName: "updateOrder", args });
    }
    case "gmxCancel":
      return encodeFunctionData({ abi: gmxVaultAbi, functionName: "cancelOrder", args: [call.orderKey] });
    case "gmxClaimFunding":
      return encodeFunctionData({
        abi: gmxVaultAbi,
        functionName: "claimFundingFees",
        args: [call.markets, call.tokens, call.receiver],
      });
    case "gmxClaimCollateral":
      return encodeFunctionData({
        abi: gmxVaultAbi,
        functionName: "claimCollateral",
        args: [call.markets, call.tokens, call.timeKeys, call.receiver],
      });
  }
}

const paramsOf = (order: GmxOrderFields) => ({
  addresses: {
    receiver: order.receiver,
    cancellationReceiver: order.cancellationReceiver,
    callbackContract: order.callbackContract,
    uiFeeReceiver: order.uiFeeReceiver,
    market: order.market,
    initialCollateralToken: order.collateralToken,
    swapPath: order.swapPath,
  },
  numbers: {
    sizeDeltaUsd: order.sizeDeltaUsd,
    initialCollateralDeltaAmount: order.collateralDeltaBase,
    triggerPrice: order.triggerPrice,
    acceptablePrice: order.acceptablePrice,
    executionFee: order.executionFeeWei,
    callbackGasLimit: order.callbackGasLimit,
    minOutputAmount: order.minOutputBase,
    validFromTime: order.validFromSec,
  },
  orderType: order.orderType,
  decreasePositionSwapType: order.decreasePositionSwapType,
  isLong: order.isLong,
  shouldUnwrapNativeToken: order.shouldUnwrapNativeToken,
  autoCancel: order.autoCancel,
  referralCode: order.referralCode,
  dataList: order.dataList,
});
