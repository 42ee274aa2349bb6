import type { Address } from "viem";
import type { ExecutionContext } from "../kinds/execution-context.ts";

/** The stored delegation's, else the current one. Undefined in manual mode. */
export async function agentOf(ctx: ExecutionContext): Promise<Address | undefined> {
  if (ctx.executionMode === "manual") return undefined;
  const { delegation } = await ctx.stored();
  return delegation?.agent ?? ctx.deps.wallet.address(ctx.vault, ctx.deps.wallet.currentKeyVersion);
}
