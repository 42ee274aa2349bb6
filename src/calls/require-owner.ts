import { ownerOnly } from "../auth/owner-only.ts";
import { rememberBoundForm } from "../auth/remember-bound-form.ts";
import { requireOwnerOfGrant } from "../auth/require-owner-of-grant.ts";
import { unwrap } from "../errors.ts";
import type { ToolContext } from "../tools/tool.ts";

/**
 * For a caller with credentials, and for what is not a vault.
 * @throws not_vault_owner, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function requireOwner(ctx: ToolContext): Promise<void> {
  const [owner, stored] = await Promise.all([ctx.owner(), ctx.operator === undefined ? undefined : ctx.stored()]);
  if (ctx.grant !== undefined) await requireOwnerOfGrant(ctx.deps, ctx.grant, { chainId: ctx.chainId, owner });
  unwrap(ownerOnly(owner, ctx));
  if (ctx.operator !== undefined && ctx.signedForm !== undefined && stored !== undefined) {
    await rememberBoundForm(ctx.deps, ctx.operator, ctx.signedForm, stored);
  }
}
