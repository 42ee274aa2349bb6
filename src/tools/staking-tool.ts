import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../../schemas/primitives.ts";
import { transactionOutput } from "./transaction-output.ts";

/** The stake before the call, in base units of `token` (GRG). */
export const stakingOutput = () =>
  transactionOutput().extend({
    stake: z
      .object({
        token: hexAddress,
        decimals: z.int(),
        heldBase: baseUnits,
        /** What counts in this epoch may differ. */
        delegatedBase: baseUnits,
        undelegatedBase: baseUnits,
        withdrawableBase: baseUnits,
        /** Of the vault itself, finalization included. */
        rewardBase: baseUnits,
        epoch: baseUnits,
        /** From when on any account may end the epoch. */
        epochEndsAt: unixMs,
      })
      .optional(),
  });

/** Arguments of the staking tools that take an amount. */
const stakingInput = z.object({
  amount: decimalAmount.describe('Amount of GRG, in human units: "100".'),
  chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
});

export const stakingTool = {
  category: "GRG Staking",
  access: "vault",
  leastScope: "propose",
  effect: "transaction",
  input: stakingInput,
  needsSignature: false,
  output: stakingOutput,
} as const;
