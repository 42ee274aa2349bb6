import { rememberBoundForm } from "../auth/remember-bound-form.ts";
import { AppError, unwrap } from "../errors.ts";
import type { ToolContext } from "../tools/tool.ts";

/**
 * 403 for a caller with credentials that is not the owner, and for what is not a vault. A caller without credentials passes.
 * @throws not_vault_owner, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function requireOwner(ctx: ToolContext): Promise<void> {
  const [owner, stored] = await Promise.all([ctx.owner(), ctx.operator === undefined ? undefined : ctx.stored()]);
  const address = unwrap(owner);
  if (ctx.operator !== undefined && address !== ctx.operator) {
    throw new AppError(
      "not_vault_owner",
      "The signature is valid, but its signer does not own this vault on this chain.",
      {
        details: { vault: ctx.vault, chainId: ctx.chainId, operator: ctx.operator },
      },
    );
  }
  if (ctx.operator !== undefined && ctx.signedForm !== undefined && stored !== undefined) {
    await rememberBoundForm(ctx.deps, ctx.operator, ctx.signedForm, stored);
  }
}
