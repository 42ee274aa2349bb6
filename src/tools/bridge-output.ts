import * as z from "zod";
import { chainId } from "../../schemas/chains.ts";
import { baseUnits, hexAddress } from "../../schemas/primitives.ts";
import { underwayOutput } from "./told-underway.ts";
import { transactionOutput } from "./transaction-output.ts";

/** The `data` of what sends something to another chain. */
export const bridgeOutput = () =>
  transactionOutput().extend({
    bridge: z
      .object({
        opType: z.enum(["transfer", "sync"]),
        sourceChainId: chainId,
        destinationChainId: chainId,
        inputToken: hexAddress,
        outputToken: hexAddress,
        amountBase: baseUnits,
        outputAmountBase: baseUnits.describe("In base units of the token on the other chain."),
        feeBps: z.int(),
        toleranceBps: z.int().describe("Of a sync: what part of the vault's value it may move."),
      })
      .optional(),
    underway: underwayOutput().optional().describe("Sent from here in the last 5,000 blocks, not arrived."),
  });
