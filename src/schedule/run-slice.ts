import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { ExecutionOutcome } from "../execution/execution-outcome.ts";
import type { ClaimedOrder } from "../store/claimed-order.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import { recordWaiting } from "../store/scripts/record-waiting.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { runTool } from "../tools/run-tool.ts";
import { advancePoint } from "../twap/advance-point.ts";
import { noteWaiting } from "../twap/note-waiting.ts";
import type { SliceOutcome } from "../twap/slice-outcome.ts";
import { finishOrder } from "./finish-order.ts";
import { sliceArguments } from "./slice-arguments.ts";
import { sliceOutcomeOf } from "./slice-outcome-of.ts";

/** How a slice ended, for the tick's summary. */
export type SliceEnd = "executed" | "failed" | "pending" | "skipped";

const NEXT_CHECK_MS = 30_000;

/**
 * One slice of a claimed order through the same pipeline as every other door, then one write of its outcome. `tickMs`
 * is the tick's time: it anchors the schedule. Errors of the store are thrown: the lease's end brings the order back.
 * @throws store_unavailable
 */
export async function runSlice(
  deps: Deps,
  { order, version, context }: ClaimedOrder,
  leaseToken: number,
  tickMs: number,
): Promise<SliceEnd> {
  const run = await execute(deps, { order, version, context }, leaseToken, tickMs);
  if (run.status === "pending") {
    const { attempt } = run.intent;
    await markAttempt.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      attemptId: attempt.id,
      status: "sent",
      nextCheckMs: deps.clock.nowMs() + NEXT_CHECK_MS,
    });
    return "pending";
  }
  const outcome = sliceOutcomeOf(run);
  if (outcome.kind === "refused_state") {
    if (outcome.waits !== undefined)
      await wait(deps, { order, reason: outcome.waits, paired: context.paired, leaseToken });
    return "skipped";
  }
  const intent = run.status === "unsigned" ? undefined : run.intent;
  const started =
    intent?.order && intent.version !== null ? { order: intent.order, version: intent.version } : { order, version };
  const finished = await finishOrder(deps, {
    ...started,
    outcome,
    tickMs,
    paired: context.paired,
    leaseToken,
    attempt: intent?.attempt,
    nav: navOf(run),
  });
  return finished === null ? "skipped" : endOf(outcome);
}

type Wait = { order: TwapOrder; reason: WaitReason; paired: boolean; leaseToken: number };

/** Nothing is written while nothing changes: an order may wait for days. */
async function wait(deps: Deps, { order, reason, paired, leaseToken }: Wait): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const { vaultAddress, id, operatorAddress: operator } = order;
  deps.log("slice_waits", { order: `${vaultAddress}:${id}`, reason });
  const noted = noteWaiting(order, { reason, nowMs, paired });
  if (noted === null) return;
  const { waiting, alarm } = noted;
  await recordWaiting.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    order,
    leaseToken,
    waiting,
    alarm: alarm && { id: alarm.id, operator, dueMs: nowMs, payload: alarm },
  });
}

/** A refusal of the pipeline's door (ownership, arguments) is a failed slice like any other; a broken store is not. */
async function execute(
  deps: Deps,
  { order, version, context }: ClaimedOrder,
  leaseToken: number,
  tickMs: number,
): Promise<ExecutionOutcome> {
  const sliceNumber = order.slicesExecuted + 1;
  try {
    const { outcome } = await runTool(deps, `twap:${order.vaultAddress}:${order.id}:${sliceNumber}`, {
      tool: buildVaultSwap,
      args: sliceArguments(order),
      chainId: order.chainId,
      vaultAddress: order.vaultAddress,
      executionMode: order.autoExecute ? "delegated" : "manual",
      caller: {
        kind: "system",
        actor: { kind: "system", job: "twap", operator: order.operatorAddress as `0x${string}` },
        context,
      },
      purpose: {
        kind: "twap",
        orderId: order.id,
        sliceNumber,
        attemptId: attemptIdOf(order),
        leaseToken,
        version,
        attempted: { lastExecution: tickMs, ...advancePoint(order, tickMs) },
      },
    });
    if (outcome === null) throw new Error("the swap tool gave no outcome");
    return outcome;
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "store_unavailable") throw error;
    return {
      status: "refused",
      refusal: {
        ok: false,
        code: error.code,
        message: error.message,
        ...(error.details !== undefined && { details: error.details }),
      },
    };
  }
}

const attemptIdOf = (order: TwapOrder): string =>
  `twap:${order.vaultAddress}:${order.id}:${order.slicesExecuted + 1}:${order.attemptsOfSlice + 1}`;

/** What was broadcast was written down with it. */
const navOf = (run: ExecutionOutcome): string | undefined => {
  const nav = run.status === "unsigned" ? run.figures.navShield : null;
  return nav?.basis === "unitaryValue" ? nav.before : undefined;
};

const endOf = ({ kind }: SliceOutcome): SliceEnd =>
  kind === "executed" || kind === "notified" ? "executed" : "failed";
