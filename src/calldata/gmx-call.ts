import type { Address, Hex } from "viem";

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
