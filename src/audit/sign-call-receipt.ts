import type { CallReceipt } from "../../schemas/call-receipt.ts";
import type { AgentWallet } from "../wallet/agent-wallet.ts";
import { callReceiptText } from "./call-receipt-text.ts";

/** What a paid call did, signed by the key that signs the vault's audit log. @throws not_configured without the wallet's secret */
export async function signCallReceipt(
  wallet: AgentWallet,
  call: Omit<CallReceipt, "agent" | "keyVersion" | "signature">,
): Promise<CallReceipt> {
  const keyVersion = wallet.currentKeyVersion;
  const unsigned = { ...call, agent: await wallet.address(call.vault, keyVersion), keyVersion };
  return { ...unsigned, signature: await wallet.signMessage(call.vault, keyVersion, callReceiptText(unsigned)) };
}
