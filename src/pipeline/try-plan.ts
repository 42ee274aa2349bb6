import { DRY_RUN_CHECKS } from "../../schemas/dry-run-checks.ts";
import type { DryRun, ExecutionContext, Purpose } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { allow } from "../lib/verdict.ts";
import { readLosses } from "../store/attempts/read-losses.ts";
import { executePlan } from "./execute-plan.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { readyToSend } from "./ready-to-send.ts";
import { refusalOfLosses } from "./refusal-of-losses.ts";
import { noteCheck } from "./run-checks.ts";
import { unsignedOf } from "./signer-fees.ts";

type Dry = ExecutionContext & { dryRun: DryRun };

/**
 * A plan's dry run: the way of the write without signing or writing, past refusals as far as facts
 * go. Its outcome is the unsigned transaction, or the first refusal.
 */
export async function tryPlan(
  ctx: Dry,
  plan: SwapPlan | CallPlan,
  purpose: Purpose,
): Promise<ExecutionOutcome> {
  const outcome = await executePlan(ctx, plan, purpose, async (call) => {
    // The claiming script has judged the operation; its claim was not written.
    await readyToSend(ctx, call, purpose.kind === "operation" ? { kind: "call" } : purpose);
    await noteLosses(ctx, call);
    return unsignedOf(ctx, call);
  });
  return ctx.dryRun.refusal === undefined
    ? outcome
    : { status: "refused", refusal: ctx.dryRun.refusal };
}

/** The loss budget's sums and answer, even where the script refused before it. */
async function noteLosses(ctx: Dry, { loss, sender: agent }: PreparedCall): Promise<void> {
  const { deps, dryRun, chainId, vault } = ctx;
  const { delegation } = await ctx.stored();
  const operator = ctx.operator ?? delegation?.operator;
  if (operator === undefined) return;
  const { over, ...used } = await readLosses.run(deps.redis, deps.keys, {
    ...{ nowMs: deps.clock.nowMs(), chainId, vault, operator, agent },
    lossPpb: loss?.isExit ? undefined : loss?.lossPpb,
  });
  dryRun.losses = used;
  const { checks } = dryRun;
  const isNew = checks.every(({ name }) => name !== "loss_budget");
  noteCheck(
    ctx,
    "loss_budget",
    over === undefined ? allow(undefined) : refusalOfLosses(over),
    () => ({
      ...{ lossPpb: loss?.lossPpb ?? 0 },
      ...used,
    }),
  );
  const next = checks.findIndex(
    ({ name }) => DRY_RUN_CHECKS.indexOf(name) > DRY_RUN_CHECKS.indexOf("loss_budget"),
  );
  if (isNew && next >= 0) checks.splice(next, 0, ...checks.splice(-1));
}
