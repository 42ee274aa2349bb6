import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { unfreezeVault } from "../store/vaults/freeze-vault.ts";
import { requireAction } from "./require-operator.ts";
import { signatureUsed } from "./signature-used.ts";

/**
 * For a signature made for this alone and used for the first time (decision D2, form c). `changed:
 * false`: it was not frozen, and the signature is used up all the same.
 * @throws auth_signature_used, the codes of decision D11, unknown_vault, rpc_unavailable,
 * store_unavailable
 */
export async function unfreeze(deps: Deps, auth: OperatorAuth): Promise<{ changed: boolean }> {
  const { chainId } = auth;
  const { vault, operator, messageHash } = await requireAction(deps, auth, "unfreeze");
  const lifted = await unfreezeVault.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    vault,
    chainId,
    operator,
    messageHash,
  });
  if (lifted.ok) return { changed: lifted.changed };
  throw signatureUsed(deps, { name: "unfreeze", chainId, vault });
}
