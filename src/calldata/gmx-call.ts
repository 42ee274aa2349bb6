import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";

/**
 * Calls through the vault's adapter (docs/facts/gmx.md). It sets receivers, fees and swap path,
 * which are read all the same. Dollars have 30 decimals, prices 30 less the index token's
 * (src/gmx/gmx-scale.ts).
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
  | {
      kind: "gmxClaimFunding";
      markets: readonly Address[];
      tokens: readonly Address[];
      receiver: Address;
    }
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

/** docs/facts/gmx.md; the order's tuple is GMX's own (gmx-synthetics IBaseOrderUtils.sol). */
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
    case "gmxDecrease":
      return encodeFunctionData({
        abi: gmxVaultAbi,
        functionName: call.kind === "gmxIncrease" ? "createIncreaseOrder" : "createDecreaseOrder",
        args: [paramsOf(call)],
      });
    case "gmxUpdate": {
      const {
        orderKey,
        sizeDeltaUsd,
        acceptablePrice,
        triggerPrice,
        minOutputBase,
        validFromSec,
        autoCancel,
      } = call;
      return encodeFunctionData({
        abi: gmxVaultAbi,
        functionName: "updateOrder",
        args: [
          orderKey,
          sizeDeltaUsd,
          acceptablePrice,
          triggerPrice,
          minOutputBase,
          validFromSec,
          autoCancel,
        ],
      });
    }
    case "gmxCancel":
      return encodeFunctionData({
        abi: gmxVaultAbi,
        functionName: "cancelOrder",
        args: [call.orderKey],
      });
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
  ...order,
  addresses: { ...order, initialCollateralToken: order.collateralToken },
  numbers: {
    ...order,
    initialCollateralDeltaAmount: order.collateralDeltaBase,
    executionFee: order.executionFeeWei,
    minOutputAmount: order.minOutputBase,
    validFromTime: order.validFromSec,
  },
});
