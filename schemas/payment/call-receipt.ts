import * as z from "zod";
import { everyChainId } from "../chains.ts";
import { hexHash, hexText, unixMs } from "../primitives.ts";

const lowerAddress = hexText(/^0x[0-9a-f]{40}$/);

/**
 * On-chain effect of a paid call, signed by the vault's agent key, which also signs its audit log
 * (decision D9).
 */
export const callReceipt = z.strictObject({
  tool: z.string().max(80),
  vault: lowerAddress,
  chainId: everyChainId,
  /** Hash of the vault's call. */
  transaction: hexHash,
  /** As the answer had it: `pending` became final later; the audit log has how. */
  outcome: z.enum(["confirmed", "pending"]),
  /** The settlement of the payment, and who paid. */
  payment: hexHash,
  payer: lowerAddress,
  at: unixMs,
  agent: lowerAddress,
  keyVersion: z.int().min(1),
  /** EIP-191, by `agent`, over the text of call-receipt-text.ts. */
  signature: hexText(/^0x[0-9a-f]{128}1[bc]$/),
});
export type CallReceipt = z.infer<typeof callReceipt>;
