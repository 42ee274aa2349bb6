import type { Address } from "viem";
import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { identifyAction, type SignedAction } from "./identify-action.ts";
import type { OperatorAction } from "./operator-action.ts";
import { readVaultOwner } from "./read-vault-owner.ts";

/**
 * Signed for this very action (401), by the named vault's owner on that very chain (403). The script that acts claims the signature's one
 * use.
 * @throws the codes of decision 8, unknown_vault, rpc_unavailable
 */
export async function requireAction(
  deps: Deps,
  auth: OperatorAuth,
  name: OperatorAction["name"],
  names?: string,
): Promise<SignedAction & { vault: Address }> {
  const { chainId } = auth;
  const vault = unwrap(normalizeAddress(auth.vaultAddress));
  const signed = unwrap(await identifyAction(deps, auth, { name, chainId, vault, names }));
  const { operator } = signed;
  if (unwrap(await readVaultOwner(deps, chainId, vault, operator)) !== operator) {
    throw new AppError(
      "not_vault_owner",
      "The signature is valid, but its signer does not own this vault on this chain.",
      { details: { vault, chainId, operator } },
    );
  }
  return { ...signed, vault };
}
