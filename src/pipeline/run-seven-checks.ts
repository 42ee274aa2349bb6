import type { DryRun } from "../kinds/dry-run.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { BroadcastFacts } from "./broadcast-facts.ts";
import { CHECKS_OF_SEVEN } from "./checks-of-seven.ts";
import { judgeEach } from "./judge-each.ts";

/** All seven checks in order: the first refusal, or leave to go on. A dry run notes every one. */
export function runSevenChecks(broadcast: BroadcastFacts, ctx: { dryRun?: DryRun | undefined } = {}): Verdict {
  const judged = judgeEach(ctx, CHECKS_OF_SEVEN, { broadcast });
  return judged.ok ? allow(undefined) : judged;
}
