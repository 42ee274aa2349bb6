import type { WaitReason } from "../../schemas/wait-reason.ts";
import type { EndedRun } from "../kinds/order-run.ts";
import type { SliceOutcome } from "../kinds/slice-outcome.ts";

/** The agent wallet's own queue, and a venue that others are served at: told after an hour; everything else at once. */
const QUEUES: readonly WaitReason[] = [
  "attempt_exists",
  "lane_full",
  "lane_unclear",
  "limits_changed",
  "nonce_conflict",
  "venue_share",
];

/**
 * As for a slice, but what would only make a slice wait (a used-up budget or limit, an oracle that is too young) keeps a protection from
 * working, and is a refusal that is told. A `limit` whose quote is worse than its price waits in silence.
 */
export function triggerOutcomeOf(outcome: SliceOutcome, run: EndedRun): SliceOutcome {
  if (outcome.kind !== "refused_state" || outcome.waits === undefined || run.status !== "refused") return outcome;
  if (QUEUES.includes(outcome.waits)) return outcome;
  const { code, message, details } = run.refusal;
  if (outcome.waits === "limit_price") return { kind: "idle", found: message };
  return { kind: "failed", code, error: message, details, debugCall: run.debugCall };
}
