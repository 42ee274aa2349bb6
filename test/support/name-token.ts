import { actionMessage, signOperator } from "./sign-operator.ts";
import type { Answer, TestStack, TestVault } from "./test-stack.ts";

/**
 * Names a token that the vault's agent wallet may buy, by a signature over the token and its amount
 * of a day in the base token.
 */
export async function nameToken(
  stack: TestStack,
  vault: TestVault,
  token: string,
  maxPerDay: string,
): Promise<Answer> {
  const at = Math.floor(stack.stack.nowMs());
  const text =
    `${actionMessage(at, "loosen_limits", 8453, vault.address)} token ${token.toLowerCase()} ` +
    `${maxPerDay}`;
  const signed = await signOperator(vault.ownerKey, text, at);
  const body = {
    nameToken: { token, maxPerDay },
    vaultAddress: vault.address,
    chainId: 8453,
    ...signed,
  };
  const answer = await stack.call("POST", "/api/settings/limits", body);
  if (answer.status !== 200)
    throw new Error(`${token} was not named: ${JSON.stringify(answer.body)}`);
  return answer;
}
