import * as z from "zod";
import { chainId } from "../../schemas/chains.ts";
import { baseUnits, decimalAmount, hexAddress, hexData, hexHash, unixMs } from "../../schemas/primitives.ts";

export const depositOutput = () =>
  z.object({
    status: z.enum(["arrived", "waiting", "expired", "refunded"]),
    transactionHash: hexHash,
    sourceChainId: chainId,
    destinationChainId: chainId,
    token: hexAddress,
    symbol: z.string(),
    // What arrives, or has arrived. No words in the schema: every listing of the tools carries it several times.
    amount: decimalAmount,
    amountBase: baseUnits,
    opType: z.enum(["transfer", "sync"]),
    depositId: baseUnits,
    sentAt: unixMs,
    fillDeadlineSec: z.int(),
    escrow: hexAddress.describe("Gets the refund of what was not filled."),
    /** Any wallet may send it. */
    refundTransaction: z.object({ to: hexAddress, data: hexData, value: z.literal("0x0"), chainId }).optional(),
  });
