import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { GasFees } from "../fees/plan-fees.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { Plan } from "../kinds/plan.ts";
import type { Tables } from "../kinds/tables.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { CallCheck, CheckFacts } from "./check-facts.ts";
import { runSevenChecks } from "./checks-of-seven.ts";
import { prepareCall } from "./prepare-call.ts";
import type { BroadcastFacts, PreparedCall } from "./prepared-call.ts";
import { refusalOfOwnerCall } from "./read-call.ts";
import { refusalOfPrepare } from "./refusal-of-prepare.ts";
import { checksOfStage, firstRefusal, judgeEach, noteCheck } from "./run-checks.ts";

/**
 * A delegated call without nonce and signature: it refuses now whatever approval could not send.
 * The loss budget alone waits until then.
 */
export async function prepareForApproval(
  ctx: ExecutionContext,
  plan: Plan,
): Promise<Verdict<PreparedCall>> {
  const ownerOnly = noteCheck(
    ctx,
    "who_may_send",
    refusalOfOwnerCall(ctx, plan) ?? allow(undefined),
  );
  if (!ownerOnly.ok) return ownerOnly;
  if (plan.kind === "owner")
    throw new Error("an owner's own calls are offered to nobody for approval");
  const prepared = await prepareCall(ctx, plan);
  if (!prepared.ok) {
    const { debugCall: _, ...refusal } = prepared;
    return refusal;
  }
  const call = prepared.value;
  if (ctx.dryRun !== undefined) ctx.dryRun.call = call;
  const { delegation, frozen } = await ctx.stored();
  const stops = frozen
    ? "vault_frozen"
    : delegation?.enabled === false
      ? "delegation_disabled"
      : undefined;
  const facts: Partial<CheckFacts> = {
    ...{ ctx, call, recorded: delegation },
    intentWritten:
      stops === undefined ? allow(undefined) : refusalOfPrepare({ ok: false, code: stops }),
  };
  const able = judgeEach(ctx, await checksOfApproval(ctx.deps.tables), facts);
  if (!able.ok) return able;
  if (delegation === null || facts.fees === undefined) return firstRefusal(able);
  const agent = await ctx.deps.wallet.address(ctx.vault, delegation.keyVersion);
  const checks = runSevenChecks(knownOf(ctx, call, { delegation, agent, fees: facts.fees }), ctx);
  return checks.ok ? prepared : checks;
}

type Means = Pick<BroadcastFacts, "delegation" | "agent"> & { fees: GasFees };

const knownOf = (
  ctx: ExecutionContext,
  call: PreparedCall,
  { delegation, agent, fees }: Means,
): BroadcastFacts => ({
  vault: ctx.vault,
  transaction: {
    ...{
      chainId: ctx.chainId,
      from: call.sender,
      to: ctx.vault,
      data: call.data,
      valueWei: 0n,
      gas: call.gasUnits,
    },
    ...fees,
  },
  ...{ delegation, agent },
  onChainSelectors: call.facts.agentSelectors,
  simulation: { ok: true },
  agentBalanceWei: call.senderBalanceWei,
  reservedWei: 0n,
  l1FeeWei: call.l1FeeWei,
});

/** The record, the vault's stops and the fees, in the order of an offer's refusals. */
async function checksOfApproval(tables: Tables): Promise<CallCheck[]> {
  const [signed, written] = await Promise.all([
    checksOfStage(tables, "signed"),
    checksOfStage(tables, "written"),
  ]);
  const of = (list: readonly CallCheck[], name: DryRunCheckName) =>
    list.filter((check) => check.name === name);
  return [
    ...of(signed, "delegation_record"),
    ...of(written, "frozen"),
    ...of(written, "delegation_record"),
    ...of(signed, "gas_fees"),
  ];
}
