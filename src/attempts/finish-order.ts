import type { Attempt, AttemptSwap } from "../../schemas/calls/attempt.ts";
import type { AnyOrder } from "../../schemas/orders/any-order.ts";
import type { Deps } from "../deps.ts";
import type { SeenMarket } from "../kinds/execution-context.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { OrderOutcome } from "../kinds/order-kind.ts";
import type { AuditRefusal } from "../kinds/order-run.ts";
import { finalAttemptOf } from "../pipeline/final-attempt-of.ts";
import { freezeRewritten } from "../pipeline/freeze-forgotten.ts";
import { finishSlice } from "../store/orders/finish-slice.ts";

type Finish = {
  order: AnyOrder;
  version: number;
  outcome: OrderOutcome;
  tickMs: number;
  paired: boolean;
  /** For a slice without an attempt. */
  leaseToken: number;
  attempt: Attempt | undefined;
  nav: string | undefined;
  /** Built, not sent; for the slice's record. */
  swap?: AttemptSwap | null | undefined;
  /** Prices that a run without an attempt has read. */
  seen?: SeenMarket | undefined;
};

/** `dueMs` null: it runs no more. */
export type Finished = { order: AnyOrder; dueMs: number | null };

const MAX_TRIES = 4;

/**
 * Step 6 of docs/design.md, "Exactly once": applies the outcome in one script, again if the order
 * was written meanwhile. Null: nothing left to finish.
 */
export async function finishOrder(deps: Deps, finish: Finish): Promise<Finished | null> {
  const { outcome, attempt, tickMs, swap, seen } = finish;
  const refusal = refusalOf(outcome);
  const rules = await kindOf(deps.tables.orderKinds, finish.order).rules();
  let { order, version } = finish;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const nowMs = deps.clock.nowMs();
    const next = rules.after(order, outcome, {
      tickMs,
      knownMs: nowMs,
      draw: deps.draw,
      attempt,
      ...{ swap, seen },
      refusal,
    });
    const written = await finishSlice.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      guard: attempt === undefined ? { leaseToken: finish.leaseToken } : { attemptId: attempt.id },
      expectedVersion: version,
      order: next.order,
      dueMs: next.dueMs,
      change: next.change,
      event: next.event === null ? null : { ...next.event, chainId: order.chainId },
      outbox: finish.paired
        ? next.notifications.map((payload) => ({
            id: payload.id,
            operator: payload.operator,
            dueMs: nowMs,
            payload,
          }))
        : [],
      slice: next.slice,
      audit: next.audit,
      ...(attempt !== undefined && { attempt: finalAttemptOf(attempt) }),
      refusal,
      ...(finish.nav !== undefined && { nav: { unitaryValue: finish.nav } }),
    });
    if (written.ok) return { order: next.order, dueMs: next.dueMs };
    if (written.code === "attempt_rewritten" && attempt !== undefined)
      await freezeRewritten(deps, attempt, finish.paired);
    if (written.code !== "version_conflict" || written.order === null || written.version === null) {
      deps.log("slice_not_finished", {
        order: `${order.vaultAddress}:${order.id}`,
        code: written.code,
      });
      return null;
    }
    ({ order, version } = { order: written.order, version: written.version });
  }
  throw new Error(`order ${order.vaultAddress}:${order.id} kept changing`);
}

/** For the audit log; a look's decision logs itself. */
function refusalOf(outcome: OrderOutcome): AuditRefusal | undefined {
  if (outcome.kind === "failed") return { code: outcome.code, details: outcome.details };
  return outcome.kind === "meta_unreadable" ? { code: outcome.kind } : undefined;
}
