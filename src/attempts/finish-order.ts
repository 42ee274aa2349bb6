import { type AnyOrder, isNavSync } from "../../schemas/any-order.ts";
import type { Attempt, AttemptSwap } from "../../schemas/attempt.ts";
import { isTriggerOrder } from "../../schemas/is-trigger-order.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { Deps } from "../deps.ts";
import type { Draw } from "../lib/draw.ts";
import { applySyncOutcome } from "../navsync/apply-sync-outcome.ts";
import { finalAttemptOf } from "../pipeline/final-attempt-of.ts";
import { freezeRewritten } from "../pipeline/freeze-rewritten.ts";
import type { AuditRefusal } from "../store/audit/audit-refusal.ts";
import { finishSlice } from "../store/orders/finish-slice.ts";
import { applyTriggerOutcome, type TriggerOutcome } from "../triggers/apply-trigger-outcome.ts";
import { applySliceOutcome } from "../twap/apply-slice-outcome.ts";
import { sliceEndOf } from "../twap/slice-end-of.ts";
import type { SliceOutcome } from "../twap/slice-outcome.ts";

type Finish = {
  order: AnyOrder;
  version: number;
  outcome: TriggerOutcome;
  tickMs: number;
  paired: boolean;
  /** Of a slice that opened no attempt. */
  leaseToken: number;
  /** The attempt with its final status, when one was opened. */
  attempt: Attempt | undefined;
  nav: string | undefined;
  /** What was built where nothing was to be sent, for the slice's record. */
  swap?: AttemptSwap | null | undefined;
};

/** The order as it was written, and when it is due again: null when it runs no more. */
export type Finished = { order: AnyOrder; dueMs: number | null };

/** An operator's command may come in between a few times, never for ever. */
const MAX_TRIES = 4;

/**
 * Step 6 of docs/design.md, "Exactly once": the pure transition, written in one script. When the order was written meanwhile
 * (cancelled, paused) the transition is made again on what is there. Null when there was nothing left to finish.
 */
export async function finishOrder(deps: Deps, finish: Finish): Promise<Finished | null> {
  const { outcome, attempt } = finish;
  let { order, version } = finish;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const nowMs = deps.clock.nowMs();
    const next = transition(deps, order, { ...finish, knownMs: nowMs });
    const written = await finishSlice.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      guard: attempt === undefined ? { leaseToken: finish.leaseToken } : { attemptId: attempt.id },
      expectedVersion: version,
      order: next.order,
      dueMs: next.dueMs,
      ...("change" in next && { change: next.change }),
      event: next.event === null ? null : { ...next.event, chainId: order.chainId },
      outbox: finish.paired
        ? next.notifications.map((payload) => ({ id: payload.id, operator: payload.operator, dueMs: nowMs, payload }))
        : [],
      ...("slice" in next && { slice: next.slice }),
      ...(attempt !== undefined && { attempt: finalAttemptOf(attempt) }),
      refusal: refusalOf(outcome),
      ...(finish.nav !== undefined && { nav: { unitaryValue: finish.nav } }),
    });
    if (written.ok) return { order: next.order, dueMs: next.dueMs };
    if (written.code === "attempt_rewritten" && attempt !== undefined)
      await freezeRewritten(deps, attempt, finish.paired);
    if (written.code !== "version_conflict" || written.order === null || written.version === null) {
      deps.log("slice_not_finished", { order: `${order.vaultAddress}:${order.id}`, code: written.code });
      return null;
    }
    ({ order, version } = { order: written.order, version: written.version });
  }
  throw new Error(`order ${order.vaultAddress}:${order.id} kept changing`);
}

function transition({ draw }: Deps, order: AnyOrder, finish: Finish & { knownMs: number }) {
  const { outcome, tickMs: nowMs, knownMs } = finish;
  if (isTriggerOrder(order)) return applyTriggerOutcome(order, outcome, { nowMs, knownMs });
  if (outcome.kind === "looked") throw new Error("only a trigger order is looked at");
  return isNavSync(order)
    ? applySyncOutcome(order, outcome, { nowMs, knownMs })
    : appliedSlice(order, { ...finish, outcome, draw });
}

type Slice = Finish & { outcome: SliceOutcome; draw: Draw };

function appliedSlice(order: TwapOrder, { outcome, tickMs, attempt, swap, draw }: Slice) {
  const result = applySliceOutcome(order, outcome, tickMs, draw);
  return { ...result, slice: sliceEndOf(order, result, { outcome, attempt, swap, tickMs, draw }) };
}

/** What the audit log records of a slice that did not execute. */
function refusalOf(outcome: TriggerOutcome): AuditRefusal | undefined {
  if (outcome.kind === "looked") {
    const [told] = outcome.result.notifications;
    return told?.kind === "trigger_refused" ? { code: told.code } : undefined;
  }
  if (outcome.kind === "failed") return { code: outcome.code, details: outcome.details };
  return outcome.kind === "meta_unreadable" ? { code: outcome.kind } : undefined;
}
