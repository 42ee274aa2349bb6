import type { Address, Hex } from "viem";
import type { AgentGrant } from "../../schemas/agent-grant.ts";
import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { CallContext } from "../kinds/call-context.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { formByKey, identifyAction, type SignedAction } from "./identify-action.ts";
import { identifyAgent } from "./identify-agent.ts";
import { identifyOperator, unboundRefused } from "./identify-operator.ts";
import type { OperatorAction } from "./operator-message.ts";
import { readVaultOwner } from "./read-vault-owner.ts";
import { rememberBoundForm } from "./remember-bound-form.ts";
import { requireGrant } from "./require-grant.ts";
import { requireOwnerOfGrant } from "./require-owner-of-grant.ts";
import { calledByRoute, type PresentedGrant } from "./with-grant.ts";

/** `grant`: by which an agent reads as its operator. */
export type AuthorizedOperator = {
  operator: Address;
  vault: Address;
  context: CallContext;
  grant?: AgentGrant;
};

/**
 * Signature good (401), and owner of the named vault on that very chain (403). Ownership and the
 * stored context, where it is not `known` already, are read together.
 * @throws the codes of decision D11, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function requireOperator(
  deps: Deps,
  auth: OperatorAuth,
  known?: CallContext,
): Promise<AuthorizedOperator> {
  if (deps.grant !== undefined) return requireAgent(deps, deps.grant, auth, known);
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

/** The same by a grant that opens the request's route: the operator is the grant's owner. */
async function requireAgent(
  deps: Deps,
  presented: PresentedGrant,
  auth: OperatorAuth,
  known?: CallContext,
): Promise<AuthorizedOperator> {
  const { chainId } = auth;
  const vault = unwrap(normalizeAddress(auth.vaultAddress));
  const by = unwrap(await identifyAgent(deps, auth));
  const read = { nowMs: deps.clock.nowMs(), chainId, vault, by };
  const context = known ?? (await loadCallContext.run(deps.redis, deps.keys, read));
  const grant = requireGrant(context, calledByRoute(presented), presented);
  const owner = await readVaultOwner(deps, chainId, vault, grant.owner);
  await requireOwnerOfGrant(deps, grant, { chainId, owner });
  return { operator: grant.owner, vault, context, grant };
}

/**
 * Signed for this very action (401), by the named vault's owner on that very chain (403). The
 * script that acts claims the signature's one use.
 * @throws the codes of decision D11, unknown_vault, rpc_unavailable
 */
export async function requireAction(
  deps: Deps,
  auth: OperatorAuth,
  name: OperatorAction["name"],
  names?: string,
  isEverywhere = false,
): Promise<SignedAction & { vault: Address }> {
  const { chainId } = auth;
  const vault = unwrap(normalizeAddress(auth.vaultAddress));
  const signed = unwrap(
    await identifyAction(deps, auth, { name, chainId, isEverywhere, vault, names }),
  );
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

/**
 * For what a stranger may read, too, only less of it: the vault's owner, or its agent by a grant;
 * null for a stranger.
 * @throws what requireOperator throws of credentials that are not good, and where the owner cannot
 * be read
 */
export async function ownerOrStranger(
  deps: Deps,
  auth: OperatorAuth,
): Promise<AuthorizedOperator | null> {
  try {
    return await requireOperator(deps, auth);
  } catch (error) {
    if (error instanceof AppError && STRANGER.includes(error.code)) return null;
    throw error;
  }
}

const STRANGER: readonly string[] = ["not_vault_owner", "unknown_vault"];

/**
 * Of a change that an ordinary signature may make one way and only a fresh one both ways.
 * `messageHash` is a fresh one's; the script that acts decides whether it was needed, and uses it
 * up.
 * @throws the codes of decision D11, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function requireOperatorOrAction(
  deps: Deps,
  auth: OperatorAuth,
  name: OperatorAction["name"],
  names?: string,
): Promise<{ operator: Address; vault: Address; messageHash?: Hex; context?: CallContext }> {
  const { chainId } = auth;
  const vault = unwrap(normalizeAddress(auth.vaultAddress));
  const action: OperatorAction = { name, chainId, vault, names };
  if ((await formByKey(deps, auth, action)) === "ordinary") return requireOperator(deps, auth);
  const signed = await identifyAction(deps, auth, action);
  if (signed.ok) return requireAction(deps, auth, name, names);
  // Judged, and refused in the words, as on every other settings route.
  return requireOperator(deps, auth);
}
