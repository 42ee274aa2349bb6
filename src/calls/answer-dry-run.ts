import type { DryRunReport } from "../../schemas/dry-run-report.ts";
import { ERROR_CODES } from "../../schemas/error-codes.ts";
import { AppError } from "../errors.ts";
import type { DryRun } from "../kinds/dry-run.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { dryRunFigures } from "./dry-run-figures.ts";
import { noteStanding } from "./note-standing.ts";
import type { ToolRun } from "./tool-run.ts";

type Dry = {
  tool: Tool;
  dryRun: DryRun;
  run: () => Promise<ToolRun>;
  /** Of a word on an operation that does nothing of what waits: a rejection, or an approval of what was decided before. */
  word?: "rejected" | "decided" | undefined;
};

/**
 * The answer of a dry run: the way of the call was gone with deps that write and sign nothing, and what it came to is told with every
 * check that was judged. A refusal of the write is the verdict here, no error, and is charged as an answer is; what could not be
 * judged because a node, a venue or the store failed is an error, as it would be of the write.
 * @throws AppError with a status of 500 and more
 */
export async function answerDryRun(ctx: ToolContext, { tool, dryRun, run, word }: Dry): Promise<ToolRun> {
  const ended = await endOf(run);
  // The write's own sentence, where it ends by what was noted first.
  const thrown = "refusal" in ended ? ended.refusal : undefined;
  const refusal = thrown?.code === dryRun.refusal?.code ? thrown : (dryRun.refusal ?? thrown);
  if (refusal !== undefined && ERROR_CODES[refusal.code].status >= 500) throw AppError.fromRefusal(refusal);
  const result = "result" in ended ? ended.result : undefined;
  const isOffered = result?.operationId !== undefined;
  const outcome = refusal === undefined ? (outcomeOfWord(word) ?? outcomeOf(ctx, tool, isOffered)) : "refused";
  if (tool.effect === "transaction" && word === undefined) await noteStanding(ctx, tool, { outcome, dryRun });
  // Of what would be made, now or once it is approved: a change that is refused makes nothing.
  const data = refusal === undefined ? (isOffered ? dryRun.proposed : result?.data) : undefined;
  const order =
    tool.effect === "state" && data !== undefined && word === undefined ? await tool.foresee?.(ctx, data) : undefined;
  const report: DryRunReport = {
    ...{ wouldSucceed: refusal === undefined, outcome },
    ...(refusal !== undefined && {
      refusal: {
        ...{ error: refusal.code, message: refusal.message },
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
      ...{ tool: tool.name, message, data: { dryRun: report } },
      ...(chainSwitch !== undefined && { chainSwitch }),
    },
    outcome: null,
  };
}

async function endOf(run: () => Promise<ToolRun>): Promise<{ result: ToolRun["result"] } | { refusal: Refusal }> {
  try {
    const { result } = await run();
    return { result };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    return { refusal: { ok: false, code, message, ...(details !== undefined && { details }) } };
  }
}

function outcomeOf({ executionMode }: ToolContext, { effect }: Tool, isOffered: boolean): DryRunReport["outcome"] {
  if (isOffered) return "approval";
  if (effect === "state") return "changed";
  return executionMode === "delegated" ? "sent" : "unsigned";
}

const outcomeOfWord = (word: Dry["word"]): DryRunReport["outcome"] | undefined =>
  word === "rejected" ? "changed" : word === "decided" ? "nothing" : undefined;

/** Why what is foreseen of a change would not do all that was asked, though it would be made. */
const doubtsOf = (order: Record<string, unknown> | undefined): string =>
  Array.isArray(order?.doubts) ? order.doubts.join(" ") : "";

const NOT_AS_ASKED = {
  now: "Dry run: nothing was changed. The call would be answered, but would not do all that was asked.",
  later:
    "Dry run: nothing was done. This would wait for your approval, and approved it would not do all that was asked.",
};
/** The first line says whether it would do what was asked. */
const SENTENCE: Record<DryRunReport["outcome"], string> = {
  refused: "Dry run: this would be refused.",
  unsigned: "Dry run: nothing was done. The call would give this transaction for signing:",
  sent: "Dry run: nothing was done. The agent wallet would send this:",
  approval: "Dry run: nothing was done. This would wait for your approval:",
  changed: "Dry run: nothing was changed. The call would do this:",
  nothing: "Dry run: nothing would be done, because the operation was decided before. The call would answer:",
};

const refusedText = ({ code, message }: Refusal): string => `${SENTENCE.refused} ${message} (${code})`;
