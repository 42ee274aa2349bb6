import { planFees } from "../fees/plan-fees.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { Plan } from "../kinds/plan.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { BroadcastFacts } from "./broadcast-facts.ts";
import { notDelegated } from "./not-delegated.ts";
import { noteCheck } from "./note-check.ts";
import { prepareCall } from "./prepare-call.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { refusalOfOwnerCall } from "./refusal-of-owner-call.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { runSevenChecks } from "./run-seven-checks.ts";

/**
 * A delegated call as far as it goes without its operator's word: both shields, the simulation from the agent and the seven
 * checks at the fees of now, no nonce and no signature. What could not be sent anyway is refused now, and not only when it is
 * approved; only the loss budget, which is the store's to judge, waits until then.
 */
export async function prepareForApproval(ctx: ExecutionContext, plan: Plan): Promise<Verdict<PreparedCall>> {
  const ownerOnly = noteCheck(ctx, "who_may_send", refusalOfOwnerCall(ctx, plan) ?? allow(undefined));
  if (!ownerOnly.ok) return ownerOnly;
  if (plan.kind === "owner") throw new Error("an owner's own calls are offered to nobody for approval");
  const prepared = await prepareCall(ctx, plan);
  if (!prepared.ok) {
    const { debugCall: _, ...refusal } = prepared;
    return refusal;
  }
  const { delegation, frozen } = await ctx.stored();
  const recorded = noteCheck(
    ctx,
    "delegation_record",
    delegation === null ? notDelegated(prepared.value.sender, prepared.value.data) : allow(delegation),
  );
  if (!recorded.ok) return recorded;
  const running = frozen ? refusalOfPrepare({ ok: false, code: "vault_frozen" }) : allow(undefined);
  const unfrozen = noteCheck(ctx, "frozen", running, { instead: () => undefined });
  if (!unfrozen.ok) return unfrozen;
  const { enabled } = recorded.value;
  const switchedOn = noteCheck(
    ctx,
    "delegation_record",
    enabled ? allow(undefined) : refusalOfPrepare({ ok: false, code: "delegation_disabled" }),
    { instead: () => undefined },
  );
  if (!switchedOn.ok) return switchedOn;
  const { sender, data, facts, gasUnits, senderBalanceWei, l1FeeWei } = prepared.value;
  const { block, tipWei, agentSelectors } = facts;
  const planned = planFees({ chainId: ctx.chainId, baseFeeWei: block.baseFeePerGas, suggestedTipWei: tipWei });
  const fees = noteCheck(ctx, "gas_fees", planned);
  if (!fees.ok) return fees;
  const known: BroadcastFacts = {
    vault: ctx.vault,
    transaction: {
      chainId: ctx.chainId,
      from: sender,
      to: ctx.vault,
      data,
      valueWei: 0n,
      gas: gasUnits,
      ...fees.value,
    },
    delegation,
    agent: await ctx.deps.wallet.address(ctx.vault, recorded.value.keyVersion),
    onChainSelectors: agentSelectors,
    simulation: { ok: true },
    agentBalanceWei: senderBalanceWei,
    reservedWei: 0n,
    l1FeeWei,
  };
  const checks = runSevenChecks(known, ctx);
  if (ctx.dryRun !== undefined) ctx.dryRun.fees = fees.value;
  return checks.ok ? prepared : checks;
}
