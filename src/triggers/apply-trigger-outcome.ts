import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { OrderOutcome } from "../kinds/order-kind.ts";
import type { SliceOutcome } from "../kinds/order-run.ts";
import { sanitize } from "../lib/sanitize.ts";
import { TWAP_RULES } from "../twap/twap-rules.ts";
import { endedTrigger, firedTrigger, type TriggerResult } from "./fired-trigger.ts";
import { refusedTrigger, triggerDueScore } from "./refused-trigger.ts";

type Failure = Extract<SliceOutcome, { kind: "failed" | "meta_unreadable" | "mined" }>;
type Times = { nowMs: number; knownMs: number };

/** No tick can mend these. */
const OWNERS: readonly string[] = ["not_vault_owner", "unknown_vault"];

/**
 * Decision 310: a mined or notified trade ends the order. A refusal before signing is told and
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
        ? firedTrigger({ ...trigger, lastExecution: times.nowMs }, { ...outcome, how: "notified" }, times.nowMs)
        : unchanged(trigger);
    case "idle":
      return isRunning(trigger) && !isOut ? watched(trigger, outcome.found, times.knownMs) : unchanged(trigger);
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

const isRunning = ({ status }: TriggerOrder): boolean => status === "active" || status === "pending_confirmation";

const unchanged = (order: TriggerOrder): TriggerResult => ({
  order,
  event: null,
  notifications: [],
  dueMs: triggerDueScore(order),
});

/** Its limit left nothing to trade. */
function watched({ firing, waiting: _, ...trigger }: TriggerOrder, found: string, atMs: number): TriggerResult {
  const text = sanitize(found, TWAP_RULES.maxErrorLength);
  return unchanged({ ...trigger, lastLook: { atMs, ...(firing && { price: firing.price }), found: text } });
}

function failed(trigger: TriggerOrder, outcome: Failure, { nowMs, knownMs }: Times): TriggerResult {
  const { pendingAttempt, waiting: _, ...rest } = trigger;
  const code = outcome.kind === "failed" ? outcome.code : outcome.kind;
  const error = errorText(outcome);
  const isOut = pendingAttempt !== undefined;
  const consecutiveFailures = trigger.consecutiveFailures + (isOut || OWNERS.includes(code) ? 1 : 0);
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
  if (mayHaveTraded || consecutiveFailures >= TWAP_RULES.maxConsecutiveFailures)
    return endedTrigger(next, "stopped", nowMs);
  const debugCall = outcome.kind === "mined" ? undefined : outcome.debugCall;
  return refusedTrigger(next, { code, error, debugCall, nowMs });
}

function errorText(outcome: Failure): string {
  const text = sanitize((outcome.kind === "mined" ? undefined : outcome.error) ?? "", TWAP_RULES.maxErrorLength);
  if (text !== "") return text;
  return outcome.kind === "failed" ? outcome.code : "Its transaction was mined, and what it traded could not be read.";
}
