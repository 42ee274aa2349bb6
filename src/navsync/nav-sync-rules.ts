import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { NavSync } from "../../schemas/nav-sync.ts";
import type { OrderOutcome, OrderRules, OutcomeFacts } from "../kinds/order-kind.ts";
import type { OrderResult } from "../kinds/order-result.ts";
import type { EndedRun } from "../kinds/order-run.ts";
import type { SliceOutcome } from "../kinds/slice-outcome.ts";
import { applySyncOutcome } from "./apply-sync-outcome.ts";
import { auditNavSync, auditRun } from "./audit-run.ts";
import { decideSyncRun } from "./decide-sync-run.ts";
import { noteSyncWaiting } from "./note-sync-waiting.ts";
import { syncDueScore } from "./sync-due-score.ts";

/** What a NAV sync does. */
export const navSyncRules: OrderRules<NavSync> = {
  dueAt: (sync) => syncDueScore(sync),
  decide: decideSyncRun,
  means,
  after,
  noteWaiting: noteSyncWaiting,
  auditCreated: auditNavSync,
};

/** No failure, and compared again at the next run. */
const NOT_WORTH_IT: readonly ErrorCode[] = ["bridge_amount_too_low", "bridge_fee_too_high"];

function means(outcome: SliceOutcome, run: EndedRun): SliceOutcome {
  if (run.status !== "refused" || run.intent !== undefined || !NOT_WORTH_IT.includes(run.refusal.code)) return outcome;
  return { kind: "idle", found: run.refusal.message };
}

function after(sync: NavSync, outcome: OrderOutcome, facts: OutcomeFacts): OrderResult {
  if (outcome.kind === "looked") throw new Error("a NAV sync is not looked at");
  const { tickMs, knownMs, attempt, refusal } = facts;
  const result = applySyncOutcome(sync, outcome, { nowMs: tickMs, knownMs });
  // An attempt has its own entries.
  return { ...result, ...(attempt === undefined && { audit: auditRun(result.order, refusal) }) };
}
