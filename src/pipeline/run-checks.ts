import type { Deps } from "../deps.ts";
import type { CheckStage } from "../kinds/check.ts";
import type { DryRun } from "../kinds/dry-run.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import type { CheckFacts } from "./check-facts.ts";
import { checksOfStage } from "./checks-of-stage.ts";
import { judgeEach } from "./judge-each.ts";

/** Judges a stage of the list over `facts` (judge-each.ts). */
export const runChecks = async (
  ctx: { deps: Pick<Deps, "tables">; dryRun?: DryRun | undefined },
  stage: CheckStage,
  facts: Partial<CheckFacts>,
): Promise<Verdict<{ passed: Refusal | undefined }>> =>
  judgeEach(ctx, await checksOfStage(ctx.deps.tables, stage), facts);
