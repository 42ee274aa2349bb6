import { type Address, zeroAddress, zeroHash } from "viem";
import * as z from "zod";
import { baseUnits, hexAddress, hexHash } from "../../schemas/primitives.ts";
import type { GmxOrderFields } from "../calldata/gmx-call.ts";
import { transactionOutput } from "./transaction-output.ts";

/** Dollars and prices as decimal text; the order's key comes with the transaction. */
export const perpAOutput = () =>
  transactionOutput().extend({
    perpA: z
      .object({
        action: z.enum(["increase", "decrease", "cancel", "update", "claimFunding", "claimCollateral"]),
        market: hexAddress.optional(),
        marketName: z.string().optional(),
        isLong: z.boolean().optional(),
        orderType: z.string().optional(),
        sizeDeltaUsd: z.string().optional(),
        collateral: hexAddress.optional(),
        collateralSymbol: z.string().optional(),
        collateralDeltaBase: baseUnits.optional(),
        triggerPrice: z.string().optional(),
        acceptablePrice: z
          .string()
          .nullable()
          .optional()
          .describe("null: at any price, so that it is executed in any case."),
        orderKey: hexHash.optional(),
        keeperFeeWei: baseUnits.optional().describe("At the gas price of now; what is not used comes back."),
        claims: z
          .array(
            z.object({
              market: hexAddress,
              token: hexAddress,
              symbol: z.string(),
              amount: z.string(),
              amountBase: baseUnits,
              timeKey: baseUnits.optional().describe("The hour of withheld collateral, in hours since 1970."),
            }),
          )
          .optional(),
        leftOut: z.array(hexAddress).optional().describe("Markets that were not looked at, or not claimed in full."),
      })
      .optional(),
  });

export const perpAWords = {
  venue: "gmx",
  /** Beside the deed, in any of them. */
  words: "v2 usd perp perps perpetual position and worth",
  card: { venue: "GMX perpetuals", to: "the vault's own position there" },
  /** Which bound it is, a human sets. */
  slippage: "the worst price by the vault's own setting",
} as const;

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
