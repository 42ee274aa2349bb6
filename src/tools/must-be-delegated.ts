import type { Hex } from "viem";
import { readDelegation } from "../delegation/read-delegation.ts";
import { scopesOf } from "../delegation/scopes-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { ToolContext } from "./tool.ts";

/** A confirmed delegation, and the selectors on chain now (decision 37). `what` needs them: "this order". */
export async function mustBeDelegated(ctx: ToolContext, needed: readonly Hex[], what: string): Promise<Verdict> {
  const { delegation } = await ctx.stored();
  if (delegation === null || !delegation.enabled) {
    const { text, scopes } = scopesOf(needed);
    return refuse(
      "not_delegated",
      `Automatic execution needs an active delegation: set it up with setup_delegation${text}, sign it, and confirm it.`,
      scopes.length > 0 ? { scopes } : undefined,
    );
  }
  const onChain = await readDelegation(ctx.deps, ctx.chainId, ctx.vault, delegation.agent, []);
  if (!onChain.ok) return onChain;
  const missing = needed.filter(
    (selector) => !onChain.value.granted.includes(selector) || !delegation.selectors.includes(selector),
  );
  if (missing.length === 0) return allow(undefined);
  const { text, scopes } = scopesOf(missing);
  return refuse(
    "not_delegated",
    `The agent wallet lacks methods ${what} needs. Delegate them with setup_delegation${text} and confirm.`,
    { missing, ...(scopes.length > 0 && { scopes }) },
  );
}
