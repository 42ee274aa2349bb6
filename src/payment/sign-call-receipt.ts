import type { CallReceipt } from "../../schemas/call-receipt.ts";
import { callReceiptText } from "../../schemas/call-receipt-text.ts";
import type { Deps } from "../deps.ts";

/**
 * By the key that signs the vault's audit log.
 * @throws not_configured without the wallet's secret
 */
export async function signCallReceipt(
  wallet: Deps["wallet"],
  call: Omit<CallReceipt, "agent" | "keyVersion" | "signature">,
): Promise<CallReceipt> {
  const keyVersion = wallet.currentKeyVersion;
  const unsigned = { ...call, agent: await wallet.address(call.vault, keyVersion), keyVersion };
  return { ...unsigned, signature: await wallet.signMessage(call.vault, keyVersion, callReceiptText(unsigned)) };
}
