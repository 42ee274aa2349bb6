import { type Address, zeroAddress, zeroHash } from "viem";
import * as z from "zod";
import { baseUnits, hexAddress, hexHash } from "../../schemas/primitives.ts";
import type { GmxOrderFields } from "../calldata/gmx-call.ts";
import { GMX } from "../gmx/gmx.ts";
import { textOf } from "./chain-argument.ts";
import { vaultCall } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** Dollars and prices are decimal text. The order's key comes with the transaction. */
export const perpAOutput = () =>
  transactionOutput().extend({
    perpA: z
      .object({
        action: z.enum([
          "increase",
          "decrease",
          "cancel",
          "update",
          "claimFunding",
          "claimCollateral",
        ]),
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
        keeperFeeWei: baseUnits
          .optional()
          .describe("At the gas price of now; what is not used comes back."),
        claims: z
          .array(
            perpAClaim().extend({
              timeKey: baseUnits
                .optional()
                .describe("The hour of withheld collateral, in hours since 1970."),
            }),
          )
          .optional(),
        leftOut: z
          .array(hexAddress)
          .optional()
          .describe("Markets that were not looked at, or not claimed in full."),
      })
      .optional(),
  });

/** One amount of funding that can be claimed. */
export const perpAClaim = () =>
  z.object({
    market: hexAddress,
    token: hexAddress,
    symbol: z.string(),
    amount: z.string(),
    amountBase: baseUnits,
  });

/** Common part of the tools that plan a call there. */
export const perpATool = {
  category: "GMX Perpetuals",
  ...vaultCall,
  chain: GMX.chainId,
  output: perpAOutput,
} as const;

/** Arguments of several of them. */
export const perpAArguments = {
  market: textOf(80).describe('What is traded ("ETH"), or the address of a market.'),
  decimal: textOf(60),
};

/** Words that ground a model's call, and its card. */
export const perpAWords = {
  venue: "gmx",
  words: "v2 usd perp perps perpetual position and worth",
  card: { venue: "GMX perpetuals", to: "the vault's own position there" },
  slippage: "the worst price by the vault's own setting",
} as const;

/** Order fields that the vaults' adapter sets itself, as it sets them. */
export const perpAOrder = (
  vault: Address,
): Omit<
  GmxOrderFields,
  "market" | "collateralToken" | "isLong" | "orderType" | "acceptablePrice"
> => ({
  receiver: vault,
  cancellationReceiver: vault,
  callbackContract: zeroAddress,
  uiFeeReceiver: vault,
  swapPath: [],
  sizeDeltaUsd: 0n,
  collateralDeltaBase: 0n,
  triggerPrice: 0n,
  executionFeeWei: 0n,
  callbackGasLimit: 0n,
  minOutputBase: 0n,
  validFromSec: 0n,
  decreasePositionSwapType: 0,
  shouldUnwrapNativeToken: false,
  autoCancel: false,
  referralCode: zeroHash,
  dataList: [],
});
