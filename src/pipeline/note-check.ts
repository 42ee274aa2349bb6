import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { DryRun } from "../kinds/dry-run.ts";
import type { Verdict } from "../lib/verdict.ts";

/** The numbers that it compared, where it passed; a refusal brings its own. */
type Figures<T> = (value: T) => object | undefined;

/**
 * A check's verdict, as it is. A dry run notes it; the first refusal is the one by which the write would end. Of a call's own checks it is the
 * runner that calls this (run-checks.ts), and goes on behind a refusal.
 */
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
  // Judged more than once: what refused stays.
  else if (dryRun.checks[known]?.ok !== false) dryRun.checks[known] = check;
  if (verdict.ok) return verdict;
  dryRun.refusal ??= verdict;
  return verdict;
}
