import * as z from "zod";
import { baseUnits, hexAddress, unixMs } from "../../schemas/primitives.ts";
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
