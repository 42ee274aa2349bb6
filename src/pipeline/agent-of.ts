import type { Address } from "viem";
import type { ExecutionContext } from "../kinds/execution-context.ts";

/** The agent a delegated call would use: the one of the stored delegation, else the current one. Undefined in manual mode. */
export async function agentOf(ctx: ExecutionContext): Promise<Address | undefined> {
  if (ctx.executionMode === "manual") return undefined;
  const { delegation } = await ctx.stored();
  return delegation?.agent ?? ctx.deps.wallet.address(ctx.vault, ctx.deps.wallet.currentKeyVersion);
}
