import type { TriggerEvent } from "../../schemas/trigger-event.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { OrderLook, OrderOutcome, OrderRules, OutcomeFacts } from "../kinds/order-kind.ts";
import type { OrderResult } from "../kinds/order-result.ts";
import type { EndedRun, SliceOutcome } from "../kinds/order-run.ts";
import type { Verdict } from "../lib/verdict.ts";
import { type PriceRead, readOraclePrices } from "../pipeline/read-oracle-prices.ts";
import { notedWait } from "../twap/note-waiting.ts";
import { waitingText } from "../twap/order-change-text.ts";
import { applyTriggerOutcome } from "./apply-trigger-outcome.ts";
import { auditTrigger } from "./audit-trigger.ts";
import { decideLook, priceAsked } from "./decide-look.ts";
import { decideTrigger } from "./decide-trigger.ts";
import { triggerNotificationBase } from "./fired-trigger.ts";
import { triggerDueScore } from "./refused-trigger.ts";

/** Prices of a chain's claimed triggers, in one request. */
export const triggerLook: OrderLook<TriggerOrder, Verdict<PriceRead>> = {
  read: (chain, triggers) => readOraclePrices(chain, triggers.map(priceAsked)),
  decide: decideLook,
  // A TWAP order asks no venue yet.
  venueOf: ({ into, venue }) => (into === undefined ? venue : undefined),
  /** Share of the half that slices may not use, so slices claimed earlier never stop a trigger. */
  beyondShare: 1.2,
};

/** Told after an hour; everything else at once. */
const QUEUES: readonly WaitReason[] = [
  "attempt_exists",
  "lane_full",
  "lane_unclear",
  "limits_changed",
  "nonce_conflict",
  "venue_share",
];

/**
 * A used-up budget or a young oracle only delays a slice, but disables a trigger: that is a
 * refusal. A `limit` with a worse quote waits in silence.
 */
function triggerOutcomeOf(outcome: SliceOutcome, run: EndedRun): SliceOutcome {
  if (outcome.kind !== "refused_state" || outcome.waits === undefined || run.status !== "refused")
    return outcome;
  if (QUEUES.includes(outcome.waits)) return outcome;
  const { code, message, details } = run.refusal;
  if (outcome.waits === "limit_price") return { kind: "idle", found: message };
  return { kind: "failed", code, error: message, details, debugCall: run.debugCall };
}

/** Rules of trigger orders. */
export const triggerRules: OrderRules<TriggerOrder> = {
  dueAt: (trigger) => triggerDueScore(trigger),
  look: triggerLook,
  decide: decideTrigger,
  means: triggerOutcomeOf,
  after,
  noteWaiting: (trigger, wait) => noteTriggerWaiting(trigger, wait),
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
  // The event has condition and price, which the attempt's entries lack.
  const beside = {
    refusal: outcome.kind === "looked" ? refusedBy(event, result) : refusal,
    attempt: attempt?.id,
  };
  return { ...result, audit: auditTrigger.changed(result.order, event, beside) };
}

/** Code of the refusal that a look tells. */
function refusedBy(event: TriggerEvent, { notifications }: OrderResult) {
  const [told] = notifications;
  return event.how === "refused" && told?.kind === "trigger_refused"
    ? { code: told.code }
    : undefined;
}

const noteTriggerWaiting: OrderRules<TriggerOrder>["noteWaiting"] = (trigger, wait) =>
  notedWait(trigger.waiting, wait, (sinceMs) => ({
    ...triggerNotificationBase("trigger_waiting", trigger, { nowMs: wait.nowMs }),
    id: `trigger:${trigger.vaultAddress}:${trigger.id}:${sinceMs}:trigger_waiting`,
    waitingSince: sinceMs,
    code: wait.reason,
    reason: waitingText(wait.reason),
  }));
