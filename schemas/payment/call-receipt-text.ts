import type { CallReceipt } from "./call-receipt.ts";

/**
 * Text that the agent key signs for an executed call (EIP-191): readable, and unlike any
 * transaction, seal or operator message.
 */
export const callReceiptText = ({
  tool,
  vault,
  chainId,
  transaction,
  outcome,
  payment,
  payer,
  at,
  agent,
  keyVersion,
}: Omit<CallReceipt, "signature">): string =>
  [
    "Receipt of an executed call",
    "",
    `Tool: ${tool}`,
    `Vault: ${vault} on chain ${chainId}`,
    `Transaction: ${transaction}, ${outcome}`,
    `Paid: ${payment} by ${payer}`,
    `Signed: ${at} by ${agent}, key ${keyVersion}`,
  ].join("\n");
