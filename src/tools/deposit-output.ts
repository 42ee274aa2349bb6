import * as z from "zod";
import { chainId } from "../../schemas/chains.ts";
import { baseUnits, decimalAmount, hexAddress, hexData, hexHash, unixMs } from "../../schemas/primitives.ts";

/** A deposit into the bridge as tools answer it (told-deposit.ts). */
export const depositOutput = () =>
  z.object({
    status: z.enum(["arrived", "waiting", "expired", "refunded"]),
    transactionHash: hexHash,
    sourceChainId: chainId,
    destinationChainId: chainId,
    token: hexAddress,
    symbol: z.string(),
    // What arrives, or has arrived. Without words in the schema, which every listing of the tools carries several times over.
    amount: decimalAmount,
    amountBase: baseUnits,
    opType: z.enum(["transfer", "sync"]),
    depositId: baseUnits,
    sentAt: unixMs,
    fillDeadlineSec: z.int(),
    escrow: hexAddress.describe("Gets the refund of what was not filled."),
    /** Any wallet may send it: hands the refund on to the vault. */
    refundTransaction: z.object({ to: hexAddress, data: hexData, value: z.literal("0x0"), chainId }).optional(),
  });
