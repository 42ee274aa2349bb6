import type { Attempt } from "../../schemas/attempt.ts";
import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { HeldLoss } from "../kinds/dry-run.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { readLosses } from "../store/attempts/read-losses.ts";
import { noteCheck } from "./note-check.ts";
import { refusalOfLosses } from "./refusal-of-losses.ts";

/** What the script that writes an intent judges, in its order; a refusal's code says by which. */
const NAMES: readonly DryRunCheckName[] = ["frozen", "delegation_record", "limits", "wallet_queue", "loss_budget"];
const BY_CODE: Partial<Record<string, DryRunCheckName>> = {
  vault_frozen: "frozen",
  delegation_disabled: "delegation_record",
  not_delegated: "delegation_record",
  agent_mismatch: "delegation_record",
  limit_exceeded: "limits",
  loss_budget_exceeded: "loss_budget",
};

type Of = { attempt: Pick<Attempt, "id" | "agent" | "operator">; loss: HeldLoss | undefined };

/**
 * Whether the intent was written, as it was answered. A dry run notes what the script judged on its way; the loss budget, which it
 * judges last, is read by itself where something before it refused.
 */
export async function noteIntent<T, F>(
  ctx: ExecutionContext,
  { attempt, loss }: Of,
  answered: Verdict<T>,
  instead: () => F,
): Promise<Verdict<T | F>> {
  if (ctx.dryRun === undefined) return answered;
  const refusedBy = answered.ok ? undefined : (BY_CODE[answered.code] ?? "wallet_queue");
  const passed = refusedBy === undefined ? NAMES : NAMES.slice(0, NAMES.indexOf(refusedBy));
  for (const name of passed) noteCheck(ctx, name, allow(undefined));
  const noted = refusedBy === undefined ? answered : noteCheck(ctx, refusedBy, answered, { instead });
  const { deps, chainId, vault } = ctx;
  const { over, ...used } = await readLosses.run(deps.redis, deps.keys, {
    ...{ nowMs: deps.clock.nowMs(), chainId, vault, operator: attempt.operator, agent: attempt.agent },
    lossPpb: loss?.isExit ? undefined : loss?.lossPpb,
  });
  ctx.dryRun.losses = used;
  if (loss !== undefined) ctx.dryRun.loss = loss;
  noteCheck(ctx, "loss_budget", over === undefined ? allow(undefined) : refusalOfLosses(over), {
    figures: () => ({ lossPpb: loss?.lossPpb ?? 0, ...used }),
    instead: () => undefined,
  });
  return noted;
}
