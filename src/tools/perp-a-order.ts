import { type Address, zeroAddress, zeroHash } from "viem";
import type { GmxOrderFields } from "../calldata/gmx-call.ts";

/** The adapter's to set, as it sets them. */
export const perpAOrder = (
  vault: Address,
): Omit<GmxOrderFields, "market" | "collateralToken" | "isLong" | "orderType" | "acceptablePrice"> => ({
  ...{
    receiver: vault,
    cancellationReceiver: vault,
    callbackContract: zeroAddress,
    uiFeeReceiver: vault,
    swapPath: [],
  },
  ...{ sizeDeltaUsd: 0n, collateralDeltaBase: 0n, triggerPrice: 0n, executionFeeWei: 0n, callbackGasLimit: 0n },
  ...{ minOutputBase: 0n, validFromSec: 0n, decreasePositionSwapType: 0, shouldUnwrapNativeToken: false },
  ...{ autoCancel: false, referralCode: zeroHash, dataList: [] },
});
