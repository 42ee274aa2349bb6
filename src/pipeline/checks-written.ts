import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { CallCheck } from "./check-facts.ts";
import { defineCheck } from "./define-check.ts";

type Point = { name: DryRunCheckName; codes: readonly ErrorCode[] };
const QUEUE: Point = { name: "wallet_queue", codes: [] };
/** What the script that writes an intent judges, in its order, and by which codes; whatever else it refuses by, the wallet's queue does. */
const POINTS: readonly Point[] = [
  { name: "frozen", codes: ["vault_frozen"] },
  { name: "delegation_record", codes: ["delegation_disabled", "not_delegated", "agent_mismatch"] },
  { name: "limits", codes: ["limit_exceeded"] },
  QUEUE,
  { name: "loss_budget", codes: ["loss_budget_exceeded"] },
];

/** The script's answer, point by point: those behind the one that refused were not judged. */
export const CHECKS_WRITTEN: readonly CallCheck[] = POINTS.map((point, index) =>
  defineCheck({
    ...{ name: point.name, stage: "written" },
    appliesTo: ({ intentWritten }) => intentWritten !== undefined && index <= judgedUpTo(intentWritten),
    needs: ["intentWritten"],
    judge: ({ intentWritten: answered }) => (answered.ok || index < judgedUpTo(answered) ? allow({}) : answered),
  }),
);

function judgedUpTo(answered: Verdict<unknown>): number {
  if (answered.ok) return POINTS.length;
  return POINTS.indexOf(POINTS.find(({ codes }) => codes.includes(answered.code)) ?? QUEUE);
}
