import type { Address, Hex } from "viem";
import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { unwrap } from "../errors.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { identifyAction } from "./identify-action.ts";
import type { OperatorAction } from "./operator-action.ts";
import { requireAction } from "./require-action.ts";
import { requireOperator } from "./require-operator.ts";

/**
 * Of a change that an ordinary signature may make one way and only a fresh one both ways. `messageHash` is a fresh one's; the script that
 * acts decides whether it was needed, and uses it up.
 * @throws the codes of decision 8, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function requireOperatorOrAction(
  deps: Deps,
  auth: OperatorAuth,
  name: OperatorAction["name"],
  names?: string,
): Promise<{ operator: Address; vault: Address; messageHash?: Hex }> {
  const { chainId } = auth;
  const vault = unwrap(normalizeAddress(auth.vaultAddress));
  const signed = await identifyAction(deps, auth, { name, chainId, vault, names });
  if (signed.ok) return requireAction(deps, auth, name, names);
  // Judged, and refused in the words, as on every other settings route.
  const { operator } = await requireOperator(deps, auth);
  return { operator, vault };
}
