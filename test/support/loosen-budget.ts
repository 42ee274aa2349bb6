import { actionMessage, signOperator } from "./sign-operator.ts";
import type { Answer, TestStack, TestVault } from "./test-stack.ts";

/**
 * Raises a vault's loss budget by a signature made for it: for tests in which a trade may cost that
 * much.
 */
export async function loosenBudget(
  stack: TestStack,
  vault: TestVault,
  limits: object,
): Promise<Answer> {
  const at = Math.floor(stack.stack.nowMs());
  const signed = await signOperator(
    vault.ownerKey,
    actionMessage(at, "loosen_loss_budget", 8453, vault.address),
    at,
  );
  const where = { vaultAddress: vault.address, chainId: 8453 };
  return stack.call("POST", "/api/settings/loss-budget", { ...limits, ...where, ...signed });
}
