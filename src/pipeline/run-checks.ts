import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { Deps } from "../deps.ts";
import type { CheckStage } from "../kinds/check.ts";
import type { DryRun } from "../kinds/execution-context.ts";
import type { Tables } from "../kinds/tables.ts";
import { allow, type Refusal, type Verdict } from "../lib/verdict.ts";
import type { CallCheck, CheckFacts } from "./check-facts.ts";

/** Judges one stage of the table over `facts`. */
export const runChecks = async (
  ctx: { deps: Pick<Deps, "tables">; dryRun?: DryRun | undefined },
  stage: CheckStage,
  facts: Partial<CheckFacts>,
): Promise<Verdict<{ passed: Refusal | undefined }>> =>
  judgeEach(ctx, await checksOfStage(ctx.deps.tables, stage), facts);

type Facts = Partial<CheckFacts>;
type Way = { dryRun?: DryRun | undefined };

/**
 * Judges in order and adds given facts. A write ends by the first refusal; a dry run notes each and
 * goes on (`passed`: the first).
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
      if (!ctx.dryRun.checks.some((check) => check.name === name))
        ctx.dryRun.checks.push({ name, ok: null });
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

/** A dry run's end, where a fact is missing that only a refusal can leave out. */
export function firstRefusal(...ran: ReturnType<typeof judgeEach>[]): Refusal {
  const refusal = ran
    .map((one) => (one.ok ? one.value.passed : one))
    .find((one) => one !== undefined);
  if (refusal === undefined) throw new Error("a fact is missing, and nothing refused it");
  return refusal;
}

/** A stage's checks. Safe: `defineCheck` made each, over facts by name. */
export const checksOfStage = async ({ checks }: Pick<Tables, "checks">, stage: CheckStage) =>
  (await checks[stage]()) as readonly unknown[] as readonly CallCheck[];

type Figures<T> = (value: T) => object | undefined;

/** Gives the verdict back; a dry run notes it, and its first refusal. */
export function noteCheck<T>(
  { dryRun }: { dryRun?: DryRun | undefined },
  name: DryRunCheckName,
  verdict: Verdict<T>,
  figures?: Figures<T>,
): Verdict<T> {
  if (dryRun === undefined) return verdict;
  const known = dryRun.checks.findIndex((check) => check.name === name);
  const shown = verdict.ok ? figures?.(verdict.value) : verdict.details;
  const check = {
    ...{ name, ok: verdict.ok },
    ...(!verdict.ok && { error: verdict.code, message: verdict.message }),
    ...(shown !== undefined && { figures: { ...shown } }),
  };
  if (known < 0) dryRun.checks.push(check);
  // A refusal stays.
  else if (dryRun.checks[known]?.ok !== false) dryRun.checks[known] = check;
  if (verdict.ok) return verdict;
  dryRun.refusal ??= verdict;
  return verdict;
}
