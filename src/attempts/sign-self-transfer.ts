import type { Attempt } from "../../schemas/attempt.ts";
import type { Deps } from "../deps.ts";
import type { GasFees } from "../fees/gas-fees.ts";
import type { SignedTransaction } from "../wallet/agent-wallet.ts";
import { TRANSFER_GAS } from "./transfer-gas.ts";

/**
 * 0 wei from an attempt's agent to itself, no data (docs/design.md, "Exactly once").
 * @throws Error when the wallet is not the one that holds the attempt's nonce: another key must not sign for this nonce queue
 */
export async function signSelfTransfer(
  deps: Deps,
  attempt: Attempt,
  nonce: number,
  fees: GasFees,
): Promise<SignedTransaction> {
  const agent = attempt.agent;
  const vault = attempt.vault;
  if ((await deps.wallet.address(vault, attempt.keyVersion)) !== agent) {
    throw new Error(`the wallet of attempt ${attempt.id} is not the one that holds its nonce`);
  }
  const transaction = { chainId: attempt.chainId, to: agent, data: "0x" as const, nonce, gas: TRANSFER_GAS, ...fees };
  return deps.wallet.sign(vault, attempt.keyVersion, transaction, null);
}
