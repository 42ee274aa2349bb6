import type { Address } from "viem";
import { showActionMessage } from "../auth/identify-action.ts";
import type { OperatorAction } from "../auth/operator-message.ts";
import { ownerOnly } from "../auth/owner-only.ts";
import { rememberBoundForm } from "../auth/remember-bound-form.ts";
import { requireOwnerOfGrant } from "../auth/require-owner-of-grant.ts";
import { unwrap } from "../errors.ts";
import type { Refusal } from "../lib/verdict.ts";
import { namesToSign } from "../settings/names-to-sign.ts";
import type { ToolContext } from "../tools/tool.ts";

/**
 * Requires the vault's owner where there are credentials, and a vault.
 * @throws not_vault_owner, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function requireOwner(ctx: ToolContext): Promise<void> {
  const [owner, stored] = await Promise.all([
    ctx.owner(),
    ctx.operator === undefined ? undefined : ctx.stored(),
  ]);
  if (ctx.grant !== undefined)
    await requireOwnerOfGrant(ctx.deps, ctx.grant, { chainId: ctx.chainId, owner });
  unwrap(ownerOnly(owner, ctx));
  if (ctx.operator !== undefined && ctx.signedForm !== undefined && stored !== undefined) {
    await rememberBoundForm(ctx.deps, ctx.operator, ctx.signedForm, stored);
  }
}

/**
 * Adds to the refusal of an unnamed token or hook the text whose signature names it
 * (settings/token-not-named.ts, pool-key.ts).
 */
export function withTextToSign({ deps, chainId, vault }: ToolContext, refusal: Refusal): Refusal {
  const { token, maxPerDay, hooks, allowed } = { ...refusal.details };
  if (refusal.code === "hook_not_allowed" && typeof hooks === "string" && allowed === "named") {
    // Safe: this refusal's hook is an address (pool-key.ts).
    const names = namesToSign({ nameHook: { hook: hooks as Address, allowed: true } });
    return showActionMessage(deps, { name: LOOSEN, chainId, vault, names }, refusal);
  }
  if (
    refusal.code !== "token_not_allowed" ||
    typeof token !== "string" ||
    typeof maxPerDay !== "string"
  )
    return refusal;
  // Safe: this refusal's token is an address (unnamed-tokens.ts).
  const names = namesToSign({ nameToken: { token: token as Address, maxPerDay } });
  return showActionMessage(deps, { name: LOOSEN, chainId, vault, names }, refusal);
}

const LOOSEN: OperatorAction["name"] = "loosen_limits";
