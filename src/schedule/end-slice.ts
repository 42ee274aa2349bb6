import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { Deps } from "../deps.ts";
import type { ExecutionOutcome } from "../execution/execution-outcome.ts";
import type { ClaimedOrder } from "../store/claimed-order.ts";
import { markAttempt } from "../store/scripts/mark-attempt.ts";
import { recordWaiting } from "../store/scripts/record-waiting.ts";
import { noteWaiting } from "../twap/note-waiting.ts";
import type { SliceOutcome } from "../twap/slice-outcome.ts";
import { finishOrder } from "./finish-order.ts";
import { sliceOutcomeOf } from "./slice-outcome-of.ts";

/** How a slice ended, for the tick's summary. */
export type SliceEnd = "executed" | "failed" | "pending" | "skipped";

const NEXT_CHECK_MS = 30_000;

type Ran = {
  claimed: ClaimedOrder;
  run: ExecutionOutcome;
  leaseToken: number;
  /** The tick's time: it anchors the schedule. */
  tickMs: number;
};

/**
 * What became of a slice, in one write. Errors of the store are thrown: the lease's end brings the order back.
 * @throws store_unavailable
 */
export async function endSlice(deps: Deps, { claimed, run, leaseToken, tickMs }: Ran): Promise<SliceEnd> {
  const { order, version, context } = claimed;
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

const navOf = (run: ExecutionOutcome): string | undefined => {
  const nav = run.status === "unsigned" ? run.figures.navShield : null;
  return nav?.basis === "unitaryValue" ? nav.before : undefined;
};

const endOf = ({ kind }: SliceOutcome): SliceEnd =>
  kind === "executed" || kind === "notified" ? "executed" : "failed";
