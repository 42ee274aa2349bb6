import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { DryRunReport } from "../../schemas/dry-run-report.ts";
import type { DryRun } from "../kinds/dry-run.ts";
import { allow } from "../lib/verdict.ts";
import { notDelegated } from "../pipeline/not-delegated.ts";
import { noteCheck } from "../pipeline/note-check.ts";
import { refusalOfLosses } from "../pipeline/refusal-of-losses.ts";
import { refusalOfPrepare } from "../pipeline/refusal-of-prepare.ts";
import { readLosses } from "../store/attempts/read-losses.ts";
import type { ToolContext, TransactionTool } from "../tools/tool.ts";

/** What a delegated call meets whatever it is; named as not judged where the way ended before. */
const OF_DELEGATED: readonly DryRunCheckName[] = [
  ...(["simulation", "nav_shield", "gas_fees", "loss_budget"] as const),
  ...(["selector", "agent", "gas_balance", "gas_caps"] as const),
];

type Ended = { outcome: DryRunReport["outcome"]; dryRun: DryRun };

/**
 * Completes what a dry run noted: what the vault's own state says to a delegated call is judged also where something before it refused,
 * the loss budget's use is read, and what could not be judged is named so.
 */
export async function noteStanding(ctx: ToolContext, tool: TransactionTool, { outcome, dryRun }: Ended): Promise<void> {
  const { deps, chainId, vault, operator } = ctx;
  // A signer who may be a stranger to the vault learns nothing of it.
  if (operator === undefined || tool.access === "signer" || tool.access === "holder") return;
  const { delegation, frozen, limits, spent } = await ctx.stored();
  dryRun.limits = { limits, spent };
  const has = (name: DryRunCheckName) => dryRun.checks.some((check) => check.name === name);
  const isDelegated = ctx.executionMode === "delegated";
  if (isDelegated && !has("delegation_record")) {
    const off =
      delegation?.enabled === false ? refusalOfPrepare({ ok: false, code: "delegation_disabled" }) : undefined;
    const recorded =
      delegation === null ? notDelegated(await deps.wallet.address(vault, deps.wallet.currentKeyVersion)) : off;
    noteCheck(ctx, "delegation_record", recorded ?? allow(undefined));
  }
  if (isDelegated && !has("frozen"))
    noteCheck(ctx, "frozen", frozen ? refusalOfPrepare({ ok: false, code: "vault_frozen" }) : allow(undefined));
  if (dryRun.losses === undefined) {
    const loss = dryRun.call?.loss;
    const { over, ...used } = await readLosses.run(deps.redis, deps.keys, {
      ...{ nowMs: deps.clock.nowMs(), chainId, vault, operator, agent: delegation?.agent ?? vault },
      lossPpb: loss?.isExit ? undefined : loss?.lossPpb,
    });
    dryRun.losses = used;
    // Judged when it is approved: no refusal of this call.
    if (outcome === "approval") {
      const refusal = over && refusalOfLosses(over);
      const figures = refusal?.details ?? { lossPpb: loss?.lossPpb ?? 0, ...used };
      dryRun.checks.push({
        ...{ name: "loss_budget", ok: over === undefined, later: true, figures: { ...figures } },
        ...(refusal && { error: refusal.code, message: refusal.message }),
      });
    }
  }
  if (!isDelegated || outcome !== "refused") return;
  for (const name of OF_DELEGATED) if (!has(name)) dryRun.checks.push({ name, ok: null });
}
