import { encodeFunctionData, type Hex } from "viem";
import type { GmxCall, GmxOrderFields } from "./gmx-call.ts";
import { gmxVaultAbi as abi } from "./gmx-vault-abi.ts";

/** Calldata for the vault. */
export function encodeGmxCall(call: GmxCall): Hex {
  switch (call.kind) {
    case "gmxIncrease":
      return encodeFunctionData({ abi, functionName: "createIncreaseOrder", args: [paramsOf(call)] });
    case "gmxDecrease":
      return encodeFunctionData({ abi, functionName: "createDecreaseOrder", args: [paramsOf(call)] });
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
      return encodeFunctionData({ abi, functionName: "updateOrder", args });
    }
    case "gmxCancel":
      return encodeFunctionData({ abi, functionName: "cancelOrder", args: [call.orderKey] });
    case "gmxClaimFunding":
      return encodeFunctionData({
        abi,
        functionName: "claimFundingFees",
        args: [call.markets, call.tokens, call.receiver],
      });
    case "gmxClaimCollateral":
      return encodeFunctionData({
        abi,
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
