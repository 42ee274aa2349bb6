import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { OrderOutcome, OrderRules, OutcomeFacts } from "../kinds/order-kind.ts";
import type { OrderResult } from "../kinds/order-result.ts";
import { applyTriggerOutcome } from "./apply-trigger-outcome.ts";
import { auditTrigger } from "./audit-trigger.ts";
import { decideTrigger } from "./decide-trigger.ts";
import { noteTriggerWaiting } from "./note-trigger-waiting.ts";
import { triggerDueScore } from "./trigger-due-score.ts";
import { triggerLook } from "./trigger-look.ts";
import { triggerOutcomeOf } from "./trigger-outcome-of.ts";

/** What a trigger order does: it is looked at by every tick, and runs where its price is met. */
export const triggerRules: OrderRules<TriggerOrder> = {
  dueAt: (trigger) => triggerDueScore(trigger),
  look: triggerLook,
  decide: decideTrigger,
  means: triggerOutcomeOf,
  after,
  noteWaiting: noteTriggerWaiting,
  auditCreated: auditTrigger.created,
};

function after(
  trigger: TriggerOrder,
  outcome: OrderOutcome<TriggerOrder, TriggerEvent>,
  facts: OutcomeFacts,
): OrderResult {
  const { tickMs, knownMs, attempt, refusal } = facts;
  const result = applyTriggerOutcome(trigger, outcome, { nowMs: tickMs, knownMs });
  const { event } = result;
  if (event === null) return result;
  // It says its condition and price whichever way it went, beside what its attempt has in the log.
  const beside = { refusal: outcome.kind === "looked" ? refusedBy(event, result) : refusal, attempt: attempt?.id };
  return { ...result, audit: auditTrigger.changed(result.order, event, beside) };
}

/** Of a look that is told: the cause that its notification names. */
function refusedBy(event: TriggerEvent, { notifications }: OrderResult) {
  const [told] = notifications;
  return event.how === "refused" && told?.kind === "trigger_refused" ? { code: told.code } : undefined;
}
