import type { Address } from "viem";
import { identifyAgent } from "../../auth/identify-agent.ts";
import { identifyOperator } from "../../auth/identify-operator.ts";
import { carriesProof } from "../../auth/parse-credentials.ts";
import type { Deps } from "../../deps.ts";
import { lowerHex, normalizeAddress } from "../../lib/normalize-address.ts";
import { sha256Hex } from "../../lib/sha256-of.ts";
import type { StoredQuestion } from "../../store/questions/stored-question.ts";
import type { ChatTurn } from "../chat-turn.ts";

/** Who asks or answers: the same of both, or the question is another's. */
export type Asker = Pick<StoredQuestion, "operator" | "vault" | "chainId" | "chatId">;

/**
 * Whose question a turn's is. Of a caller from outside an operator counts who really signed, also
 * where nothing is executed: with a stranger's word for it an id that leads to the stranger's
 * command could be handed to the operator. Who signed nothing well is nobody.
 */
export async function askerOf(
  deps: Deps,
  { caller, vaultAddress, chainId }: ChatTurn,
): Promise<Asker> {
  const vault = vaultAddress === undefined ? undefined : normalizeAddress(vaultAddress);
  const named = { vault: vault?.ok ? lowerHex(vault.value) : null, chainId };
  if (caller.kind === "paired")
    return { ...named, operator: lowerHex(caller.operator), chatId: caller.chatId };
  if (!carriesProof(deps, caller.credentials)) return { ...named, operator: null, chatId: null };
  if (deps.grant !== undefined) {
    // Who signed is the agent: a question is its own, and no other's that names the same grant.
    const signed = await identifyAgent(deps, caller.credentials);
    if (!signed.ok) return { ...named, operator: null, chatId: null };
    const { id, agent = await nobodysAddress(id) } = signed.value;
    return { ...named, operator: agent, chatId: null };
  }
  const signed = await identifyOperator(deps, caller.credentials, chainId);
  return { ...named, operator: signed.ok ? lowerHex(signed.value.address) : null, chatId: null };
}

/**
 * For the tokens of one grant, which the payment of this call has proved already: an address that
 * nobody has a key for.
 */
const nobodysAddress = async (grantId: string): Promise<Address> =>
  `0x${(await sha256Hex(`tokens of grant ${grantId}`)).slice(0, 40)}`;
