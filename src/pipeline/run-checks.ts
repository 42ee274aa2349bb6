import type { CheckStage } from "../kinds/check.ts";
import type { DryRun } from "../kinds/dry-run.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import type { CheckFacts } from "./check-facts.ts";
import { CHECKS } from "./checks.ts";
import { judgeEach } from "./judge-each.ts";

/** Judges a stage of the list over `facts` (judge-each.ts). */
export const runChecks = (
  ctx: { dryRun?: DryRun | undefined },
  stage: CheckStage,
  facts: Partial<CheckFacts>,
): Verdict<{ passed: Refusal | undefined }> =>
  judgeEach(
    ctx,
    CHECKS.filter((check) => check.stage === stage),
    facts,
  );
