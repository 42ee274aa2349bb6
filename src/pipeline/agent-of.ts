import type { Address, Hex } from "viem";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";

/** A vault that reverts has delegated nothing; null: the node did not answer. */
export function selectorsOnChain(read: RpcOutcome<readonly Hex[]>): readonly Hex[] | null {
  if (read.ok) return read.value;
  return read.kind === "reverted" ? [] : null;
}

/** The stored delegation's agent, else the current wallet; undefined in manual mode. */
export async function agentOf(ctx: ExecutionContext): Promise<Address | undefined> {
  if (ctx.executionMode === "manual") return undefined;
  const { delegation } = await ctx.stored();
  return delegation?.agent ?? ctx.deps.wallet.address(ctx.vault, ctx.deps.wallet.currentKeyVersion);
}
