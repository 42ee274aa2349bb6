import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { OrderOutcome } from "../kinds/order-kind.ts";
import { sanitize } from "../lib/sanitize.ts";
import { isRunning } from "../twap/state-of.ts";
import { codeOf, errorText, type Failure, isGrantOver, TWAP_RULES } from "../twap/twap-rules.ts";
import { endedTrigger, firedTrigger, type TriggerResult } from "./fired-trigger.ts";
import { refusedTrigger, triggerDueScore } from "./refused-trigger.ts";

type Times = { nowMs: number; knownMs: number };

/** No tick can mend these. */
const OWNERS: readonly string[] = ["not_vault_owner", "unknown_vault"];

/**
 * Decision D41: a mined or notified trade ends the order. A refusal before signing is told and
 * watched on; three transactions without effect stop it.
 */
export function applyTriggerOutcome(
  trigger: TriggerOrder,
  outcome: OrderOutcome<TriggerOrder, TriggerEvent>,
  times: Times,
): TriggerResult {
  // After firing only repeats arrive.
  if (trigger.result !== undefined) return unchanged(trigger);
  const isOut = trigger.pendingAttempt !== undefined;
  switch (outcome.kind) {
    case "executed":
      return firedTrigger(trigger, { ...outcome, how: "executed" }, times.nowMs);
    case "notified":
      return isRunning(trigger) && !isOut
        ? firedTrigger(
            { ...trigger, lastExecution: times.nowMs },
            { ...outcome, how: "notified" },
            times.nowMs,
          )
        : unchanged(trigger);
    case "idle":
      return isRunning(trigger) && !isOut
        ? watched(trigger, outcome.found, times.knownMs)
        : unchanged(trigger);
    case "failed":
    case "meta_unreadable":
    case "mined":
      return isRunning(trigger) || isOut ? failed(trigger, outcome, times) : unchanged(trigger);
    case "looked":
      return isRunning(trigger) && !isOut ? outcome.result : unchanged(trigger);
    default:
      return unchanged(trigger);
  }
}

const unchanged = (order: TriggerOrder): TriggerResult => ({
  order,
  event: null,
  notifications: [],
  dueMs: triggerDueScore(order),
});

function watched(
  { firing, waiting: _, ...trigger }: TriggerOrder,
  found: string,
  atMs: number,
): TriggerResult {
  const text = sanitize(found, TWAP_RULES.maxErrorLength);
  return unchanged({
    ...trigger,
    lastLook: { atMs, ...(firing && { price: firing.price }), found: text },
  });
}

function failed(trigger: TriggerOrder, outcome: Failure, { nowMs, knownMs }: Times): TriggerResult {
  const { pendingAttempt, waiting: _, ...rest } = trigger;
  const code = codeOf(outcome);
  const error = errorText(
    outcome,
    "Its transaction was mined, and what it traded could not be read.",
  );
  const isOut = pendingAttempt !== undefined;
  const consecutiveFailures =
    trigger.consecutiveFailures + (isOut || OWNERS.includes(code) ? 1 : 0);
  const next: TriggerOrder = {
    ...rest,
    status: isRunning(trigger) ? "active" : trigger.status,
    consecutiveFailures,
    lastError: error,
    lastExecution: isOut ? (trigger.lastExecution ?? nowMs) : nowMs,
    lastLook: { atMs: knownMs, ...(trigger.firing && { price: trigger.firing.price }) },
  };
  // Its end was told already.
  if (!isRunning(trigger)) return unchanged(next);
  // A forgotten transaction, or one without a readable outcome, may have been this trade.
  const mayHaveTraded = isOut && (code === "vault_frozen" || outcome.kind !== "failed");
  if (
    mayHaveTraded ||
    isGrantOver(outcome) ||
    consecutiveFailures >= TWAP_RULES.maxConsecutiveFailures
  )
    return endedTrigger(next, "stopped", nowMs);
  const debugCall = outcome.kind === "mined" ? undefined : outcome.debugCall;
  return refusedTrigger(next, { code, error, debugCall, nowMs });
}
