import type { DryRun } from "../kinds/dry-run.ts";
import { allow, type Refusal, type Verdict } from "../lib/verdict.ts";
import type { CallCheck, CheckFacts } from "./check-facts.ts";
import { noteCheck } from "./note-check.ts";

type Facts = Partial<CheckFacts>;
type Way = { dryRun?: DryRun | undefined };

/**
 * In their order, putting what they give into `facts`. A write ends by the first refusal. A dry run notes each and goes on. `passed`: the
 * first refusal that a dry run went on past.
 */
export function judgeEach(
  ctx: Way,
  checks: readonly CallCheck[],
  facts: Facts,
): Verdict<{ passed: Refusal | undefined }> {
  let passed: Refusal | undefined;
  for (const { name, appliesTo, needs, judge } of checks) {
    if (!appliesTo(facts)) continue;
    const missing = needs.find((fact) => !Object.hasOwn(facts, fact));
    if (missing !== undefined) {
      if (ctx.dryRun === undefined) throw new Error(`${name} is judged without ${missing}`);
      if (!ctx.dryRun.checks.some((check) => check.name === name)) ctx.dryRun.checks.push({ name, ok: null });
      continue;
    }
    const verdict = noteCheck(ctx, name, judge(facts), ({ figures }) => figures);
    if (verdict.ok) Object.assign(facts, verdict.value.gives);
    else if (ctx.dryRun === undefined) return verdict;
    else passed ??= verdict;
  }
  if (ctx.dryRun !== undefined && facts.fees !== undefined) ctx.dryRun.fees = facts.fees;
  return allow({ passed });
}
