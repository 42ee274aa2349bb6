import { type ErrorCode, ORDER_NOT_ACTIVE } from "../../schemas/error-codes.ts";
import type { AnyOrder } from "../../schemas/orders/any-order.ts";
import type { OrderWaiting } from "../../schemas/orders/order-waiting.ts";
import { type WaitReason, waitReason } from "../../schemas/orders/wait-reason.ts";
import { finishOrder } from "../attempts/finish-order.ts";
import type { Deps } from "../deps.ts";
import type { ClaimedOrder } from "../kinds/call-context.ts";
import type { SeenFunds, SeenMarket } from "../kinds/execution-context.ts";
import { kindOf } from "../kinds/kind-of.ts";
import type { EndedRun, OrderRun, SliceOutcome } from "../kinds/order-run.ts";
import type { Refusal } from "../lib/verdict.ts";
import { ATTEMPT_LIMITS } from "../pipeline/attempt-limits.ts";
import { keptNav } from "../pipeline/facts/measure-nav.ts";
import { markAttempt } from "../store/attempts/mark-attempt.ts";
import { recordWaiting } from "../store/orders/record-waiting.ts";

/** A slice's end in the tick's summary. */
export type SliceEnd = "executed" | "failed" | "pending" | "skipped";

type Ran = {
  claimed: ClaimedOrder;
  run: OrderRun;
  leaseToken: number;
  tickMs: number;
  /** What the run has read. */
  seen?: SeenFunds;
};

/**
 * Writes a run's end in one write. After a store error the lease's end brings the order back.
 * @throws store_unavailable
 */
export async function endSlice(
  deps: Deps,
  { claimed, run, leaseToken, tickMs, seen }: Ran,
): Promise<SliceEnd> {
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
        seen: seen?.market,
        paired: context.paired,
        leaseToken,
      });
    return "skipped";
  }
  const intent = "intent" in run ? run.intent : undefined;
  const started =
    intent?.order && intent.version !== null
      ? { order: intent.order, version: intent.version }
      : { order, version };
  const finished = await finishOrder(deps, {
    ...started,
    outcome,
    tickMs,
    paired: context.paired,
    leaseToken,
    attempt: intent?.attempt,
    // What an agent times raises no high.
    nav: order.grant === undefined ? navOf(run) : undefined,
    swap: run.status === "unsigned" ? run.swap : undefined,
    seen: seen?.market,
  });
  return finished === null ? "skipped" : endOf(outcome);
}

const navOf = (run: OrderRun): string | undefined =>
  run.status === "unsigned" ? keptNav(run.figures)?.unitaryValue : undefined;

const DONE: readonly SliceOutcome["kind"][] = ["executed", "notified", "mined", "idle", "expired"];
const endOf = ({ kind }: SliceOutcome): SliceEnd => (DONE.includes(kind) ? "executed" : "failed");

/** Stopped or another worker's: nothing for the order to remember. */
const NOT_OURS = new Set<ErrorCode>([ORDER_NOT_ACTIVE, "conflict"]);
const FILLING = "oracle_window_filling";

/** The slice's outcome of an execution (decisions D37 and D31). */
export function sliceOutcomeOf(run: EndedRun): SliceOutcome {
  switch (run.status) {
    case "idle":
      return { kind: "idle", found: run.found };
    case "expired":
      return { kind: "expired" };
    case "ending":
    case "not_started":
      return { kind: "refused_state" };
    case "unsigned":
      return run.swap === null
        ? { kind: "meta_unreadable" }
        : {
            kind: "notified",
            sellBase: BigInt(run.swap.amountInBase),
            buyBase: BigInt(run.swap.amountOutBase),
          };
    case "confirmed":
      if (run.intent.attempt.swap === null)
        return { kind: "mined", hash: run.hash, blockNumber: run.blockNumber };
      return run.amounts === null
        ? { kind: "meta_unreadable" }
        : {
            kind: "executed",
            sellBase: run.amounts.soldBase,
            buyBase: run.amounts.boughtBase,
            estimated: run.amounts.estimated,
            hash: run.hash,
            blockNumber: run.blockNumber,
          };
    case "reverted":
      return failed(run);
    case "refused":
      // Only time is missing; nothing was signed.
      if (run.intent === undefined && run.refusal.code === FILLING)
        return { kind: "refused_state", waits: FILLING };
      if (run.intent === undefined && run.refusal.code in BOUNDS) return bounded(run.refusal);
      if (run.intent === undefined && isNoFailure(run.refusal)) return refusedState(run.refusal);
      return failed(run);
  }
}

/** Bounds of the order: nothing is wrong. */
const BOUNDS: Partial<Record<ErrorCode, WaitReason>> = {
  gas_price_above_limit: "gas_price",
  limit_price_not_met: "limit_price",
};

function bounded({ code, details = {} }: Refusal): SliceOutcome {
  const figures = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, String(value)]),
  );
  const waits = BOUNDS[code];
  return { kind: "refused_state", ...(waits && { waits }), figures };
}

const isNoFailure = ({ code, details }: Refusal) =>
  NOT_OURS.has(code) || waitReason.safeParse(details?.reason).success;

/**
 * A conflict of the order's own wallet or attempt is no failure, but the order says that it waits.
 */
function refusedState({ details }: Refusal): SliceOutcome {
  const waits = waitReason.safeParse(details?.reason);
  return { kind: "refused_state", ...(waits.success && { waits: waits.data }) };
}

const failed = ({
  refusal,
  debugCall,
}: Extract<EndedRun, { status: "reverted" | "refused" }>): SliceOutcome => ({
  kind: "failed",
  error: refusal.message,
  code: refusal.code,
  ...(refusal.details !== undefined && { details: refusal.details }),
  debugCall,
});

type Wait = {
  order: AnyOrder;
  reason: WaitReason;
  figures?: OrderWaiting["figures"];
  seen?: SeenMarket | undefined;
  paired: boolean;
  leaseToken: number;
};

/** Notes a wait when something changed: an order may wait for days. */
export async function waitSlice(
  deps: Deps,
  { order, reason, figures, seen, paired, leaseToken }: Wait,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const { vaultAddress, id, operatorAddress: operator } = order;
  deps.log("slice_waits", { order: `${vaultAddress}:${id}`, reason });
  const wait = { reason, nowMs, paired, ...(figures && { figures }), seen };
  const rules = await kindOf(deps.tables.orderKinds, order).rules();
  const noted = rules.noteWaiting(order, wait);
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
