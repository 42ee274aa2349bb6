import type { Address } from "viem";
import type { AuditSeal } from "../../schemas/audit-export.ts";
import type { AgentWallet } from "../wallet/agent-wallet.ts";
import { sealText } from "./seal-text.ts";

/**
 * By the vault's agent key.
 * @throws not_configured without the wallet's secret
 */
export async function signSeal(
  wallet: AgentWallet,
  log: { vault: Address; chainId: number },
  state: Pick<AuditSeal, "n" | "first" | "link" | "rolling" | "at">,
): Promise<AuditSeal> {
  const keyVersion = wallet.currentKeyVersion;
  const unsigned = { ...state, agent: await wallet.address(log.vault, keyVersion), keyVersion };
  return { ...unsigned, signature: await wallet.signMessage(log.vault, keyVersion, sealText(log, unsigned)) };
}
