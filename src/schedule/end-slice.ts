import { finishOrder } from "../attempts/finish-order.ts";
import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { OrderRun } from "../kinds/order-run.ts";
import type { SliceOutcome } from "../kinds/slice-outcome.ts";
import { ATTEMPT_LIMITS } from "../pipeline/attempt-limits.ts";
import { keptNav } from "../pipeline/kept-nav.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import { sliceOutcomeOf } from "./slice-outcome-of.ts";
import { waitSlice } from "./wait-slice.ts";

/** How a slice ended, for the tick's summary. */
export type SliceEnd = "executed" | "failed" | "pending" | "skipped";

type Ran = {
  claimed: ClaimedOrder;
  run: OrderRun;
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
      nextCheckMs: deps.clock.nowMs() + ATTEMPT_LIMITS.nextCheckMs,
    });
    return "pending";
  }
  if (run.status === "written") return "executed";
  const { means } = await kindOf(deps.tables.orderKinds, order).rules();
  const ofSlice = sliceOutcomeOf(run);
  const outcome = means?.(ofSlice, run) ?? ofSlice;
  if (outcome.kind === "refused_state") {
    if (outcome.waits !== undefined)
      await waitSlice(deps, {
        order,
        reason: outcome.waits,
        figures: outcome.figures,
        paired: context.paired,
        leaseToken,
      });
    return "skipped";
  }
  const intent = "intent" in run ? run.intent : undefined;
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
    swap: run.status === "unsigned" ? run.swap : undefined,
  });
  return finished === null ? "skipped" : endOf(outcome);
}

const navOf = (run: OrderRun): string | undefined =>
  run.status === "unsigned" ? keptNav(run.figures)?.unitaryValue : undefined;

/** A run that had nothing to send did what it was for, and is no failure; an order's end is none either. */
const DONE: readonly SliceOutcome["kind"][] = ["executed", "notified", "mined", "idle", "expired"];
const endOf = ({ kind }: SliceOutcome): SliceEnd => (DONE.includes(kind) ? "executed" : "failed");
