import type { Address } from "viem";
import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { identifyOperator, unboundRefused } from "./identify-operator.ts";
import { readVaultOwner } from "./read-vault-owner.ts";
import { rememberBoundForm } from "./remember-bound-form.ts";

export type AuthorizedOperator = { operator: Address; vault: Address; context: CallContext };

/**
 * Signature good (401), and owner of the named vault on that very chain (403). Ownership and the stored context, where it is not `known`
 * already, are read together.
 * @throws the codes of decision 8, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function requireOperator(
  deps: Deps,
  auth: OperatorAuth,
  known?: CallContext,
): Promise<AuthorizedOperator> {
  const vault = unwrap(normalizeAddress(auth.vaultAddress));
  const { address: operator, form } = unwrap(await identifyOperator(deps, auth, auth.chainId));
  const [context, owner] = await Promise.all([
    known ??
      loadCallContext.run(deps.redis, deps.keys, {
        nowMs: deps.clock.nowMs(),
        chainId: auth.chainId,
        vault,
        operator,
      }),
    readVaultOwner(deps, auth.chainId, vault, operator),
  ]);
  if (form === "plain" && context.boundSeen) throw AppError.fromRefusal(unboundRefused(deps));
  if (unwrap(owner) !== operator) {
    throw new AppError(
      "not_vault_owner",
      "The signature is valid, but its signer does not own this vault on this chain.",
      { details: { vault, chainId: auth.chainId, operator } },
    );
  }
  await rememberBoundForm(deps, operator, form, context);
  return { operator, vault, context };
}
