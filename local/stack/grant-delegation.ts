import type { Address, Hex } from "viem";
import * as z from "zod";
import { sendAsOwner } from "../play/send-as-owner.ts";
import { postAsOperator } from "./post-as-operator.ts";
import type { StackManifest } from "./stack-manifest.ts";

const GAS_MONEY_WEI = 10n ** 17n;
const setupAnswer = z.object({
  agentAddress: z.custom<Address>(),
  transaction: z.object({ to: z.custom<Address>(), data: z.custom<Hex>() }),
});
const confirmAnswer = z.object({ selectors: z.array(z.string()), missing: z.array(z.string()) });

/**
 * What delegate.mjs of docs/api.md does: the owner signs what the service builds, gives the agent
 * wallet a tenth of a coin for gas, and has the service read the chain. Done again it changes
 * nothing but that coin. Gives both transactions' hashes too.
 *
 * @param scopes rights beside spot trading, as POST /api/delegation/setup takes them
 * @throws Error with the service's answer where it refuses
 */
export async function grantDelegation(manifest: StackManifest, scopes: readonly string[] = []) {
  const setup = await postAsOperator(manifest, "/api/delegation/setup", { scopes });
  const { agentAddress, transaction } = setupAnswer.parse(setup);
  const { to, data } = transaction;
  const txHash = await sendAsOwner(manifest, { to, data });
  const confirmed = confirmAnswer.parse(
    await postAsOperator(manifest, "/api/delegation/confirm", { txHash }),
  );
  const gasHash = await sendAsOwner(manifest, { to: agentAddress, value: GAS_MONEY_WEI });
  return { agentAddress, ...confirmed, txHash, gasHash };
}
