import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { DryRunReport } from "../../schemas/dry-run-report.ts";
import { ERROR_CODES } from "../../schemas/error-codes.ts";
import { AppError } from "../errors.ts";
import type { DryRun } from "../kinds/execution-context.ts";
import { allow, type Refusal } from "../lib/verdict.ts";
import { refusalOfLosses } from "../pipeline/refusal-of-losses.ts";
import { refusalOfPrepare } from "../pipeline/refusal-of-prepare.ts";
import { noteCheck } from "../pipeline/run-checks.ts";
import { notDelegated } from "../pipeline/vault-frozen.ts";
import { readLosses } from "../store/attempts/read-losses.ts";
import type { Tool, ToolContext, TransactionTool } from "../tools/tool.ts";
import { dryRunFigures } from "./dry-run-figures.ts";
import type { ToolRun } from "./took-effect.ts";

type Dry = {
  tool: Tool;
  dryRun: DryRun;
  run: () => Promise<ToolRun>;
  /** Rejection, or approval of what was decided before. */
  word?: "rejected" | "decided" | undefined;
};

/**
 * Tells what a call with dryDeps came to, with every judged check. A refusal is the verdict and is
 * charged; a failed node, venue or store is an error.
 * @throws AppError with a status of 500 and more
 */
export async function answerDryRun(
  ctx: ToolContext,
  { tool, dryRun, run, word }: Dry,
): Promise<ToolRun> {
  const ended = await endOf(run);
  // Prefers the write's own sentence to the noted one.
  const thrown = "refusal" in ended ? ended.refusal : undefined;
  const refusal = thrown?.code === dryRun.refusal?.code ? thrown : (dryRun.refusal ?? thrown);
  if (refusal !== undefined && ERROR_CODES[refusal.code].status >= 500)
    throw AppError.fromRefusal(refusal);
  const result = "result" in ended ? ended.result : undefined;
  const isOffered = result?.operationId !== undefined;
  const outcome =
    refusal === undefined ? (outcomeOfWord(word) ?? outcomeOf(ctx, tool, isOffered)) : "refused";
  if (tool.effect === "transaction" && word === undefined)
    await noteStanding(ctx, tool, { outcome, dryRun });
  // Data of the change to be made; a refused one makes nothing.
  const data = refusal === undefined ? (isOffered ? dryRun.proposed : result?.data) : undefined;
  const order =
    tool.effect === "state" && data !== undefined && word === undefined
      ? await tool.foresee?.(ctx, data)
      : undefined;
  const report: DryRunReport = {
    wouldSucceed: refusal === undefined,
    outcome,
    ...(refusal !== undefined && {
      refusal: {
        error: refusal.code,
        message: refusal.message,
        ...(refusal.details !== undefined && { details: refusal.details }),
      },
    }),
    checks: dryRun.checks,
    ...dryRunFigures(ctx, dryRun),
    ...(order !== undefined && { order }),
    ...(refusal === undefined && { answer: { message: result?.message, data: result?.data } }),
  };
  const doubts = doubtsOf(order);
  const message =
    refusal === undefined
      ? `${doubts === "" ? SENTENCE[outcome] : `${isOffered ? NOT_AS_ASKED.later : NOT_AS_ASKED.now} ${doubts}\nIt would answer:`}\n${result?.message ?? ""}`.trim()
      : refusedText(refusal);
  const { chainSwitch } = result ?? {};
  return {
    result: {
      tool: tool.name,
      message,
      data: { dryRun: report },
      ...(chainSwitch !== undefined && { chainSwitch }),
    },
    outcome: null,
  };
}

async function endOf(
  run: () => Promise<ToolRun>,
): Promise<{ result: ToolRun["result"] } | { refusal: Refusal }> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    return { refusal: { ok: false, code, message, ...(details !== undefined && { details }) } };
  }
}

function outcomeOf(
  { executionMode }: ToolContext,
  { effect }: Tool,
  isOffered: boolean,
): DryRunReport["outcome"] {
  if (isOffered) return "approval";
  if (effect === "state") return "changed";
  return executionMode === "delegated" ? "sent" : "unsigned";
}

const outcomeOfWord = (word: Dry["word"]): DryRunReport["outcome"] | undefined =>
  word === "rejected" ? "changed" : word === "decided" ? "nothing" : undefined;

/** Reasons why a change would not do all that was asked. */
const doubtsOf = (order: Record<string, unknown> | undefined): string =>
  Array.isArray(order?.doubts) ? order.doubts.join(" ") : "";

const NOT_AS_ASKED = {
  now:
    "Dry run: nothing was changed. The call would be answered, but would not do all that was " +
    "asked.",
  later:
    "Dry run: nothing was done. This would wait for your approval, and approved it would not " +
    "do all that was asked.",
};
/** The first line tells if it would do what was asked. */
const SENTENCE: Record<DryRunReport["outcome"], string> = {
  refused: "Dry run: this would be refused.",
  unsigned: "Dry run: nothing was done. The call would give this transaction for signing:",
  sent: "Dry run: nothing was done. The agent wallet would send this:",
  approval: "Dry run: nothing was done. This would wait for your approval:",
  changed: "Dry run: nothing was changed. The call would do this:",
  nothing:
    "Dry run: nothing would be done, because the operation was decided before. The call " +
    "would answer:",
};

const refusedText = ({ code, message }: Refusal): string =>
  `${SENTENCE.refused} ${message} (${code})`;

/** Checks of every delegated call; not judged where the way ended before. */
const OF_DELEGATED: readonly DryRunCheckName[] = [
  "simulation",
  "nav_shield",
  "gas_fees",
  "loss_budget",
  "selector",
  "agent",
  "gas_balance",
  "gas_caps",
];

type Ended = { outcome: DryRunReport["outcome"]; dryRun: DryRun };

/**
 * Judges the vault's state behind a refusal too, reads the loss budget, and names what was not
 * judged.
 */
async function noteStanding(
  ctx: ToolContext,
  tool: TransactionTool,
  { outcome, dryRun }: Ended,
): Promise<void> {
  const { deps, chainId, vault, operator } = ctx;
  // A signer who may be a stranger learns nothing of the vault.
  if (operator === undefined || tool.access === "signer" || tool.access === "holder") return;
  const { delegation, frozen, limits, spent } = await ctx.stored();
  dryRun.limits = { limits, spent };
  const has = (name: DryRunCheckName) => dryRun.checks.some((check) => check.name === name);
  const isDelegated = ctx.executionMode === "delegated";
  if (isDelegated && !has("delegation_record")) {
    const off =
      delegation?.enabled === false
        ? refusalOfPrepare({ ok: false, code: "delegation_disabled" })
        : undefined;
    const recorded =
      delegation === null
        ? notDelegated(await deps.wallet.address(vault, deps.wallet.currentKeyVersion))
        : off;
    noteCheck(ctx, "delegation_record", recorded ?? allow(undefined));
  }
  if (isDelegated && !has("frozen"))
    noteCheck(
      ctx,
      "frozen",
      frozen ? refusalOfPrepare({ ok: false, code: "vault_frozen" }) : allow(undefined),
    );
  if (dryRun.losses === undefined) {
    const loss = dryRun.call?.loss;
    const { over, ...used } = await readLosses.run(deps.redis, deps.keys, {
      nowMs: deps.clock.nowMs(),
      chainId,
      vault,
      operator,
      agent: delegation?.agent ?? vault,
      lossPpb: loss?.isExit ? undefined : loss?.lossPpb,
    });
    dryRun.losses = used;
    // Judged at approval; no refusal of this call.
    if (outcome === "approval") {
      const refusal = over && refusalOfLosses(over);
      const figures = refusal?.details ?? { lossPpb: loss?.lossPpb ?? 0, ...used };
      dryRun.checks.push({
        name: "loss_budget",
        ok: over === undefined,
        later: true,
        figures: { ...figures },
        ...(refusal && { error: refusal.code, message: refusal.message }),
      });
    }
  }
  if (!isDelegated || outcome !== "refused") return;
  for (const name of OF_DELEGATED) if (!has(name)) dryRun.checks.push({ name, ok: null });
}
