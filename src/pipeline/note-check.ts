import type { DryRunCheckName } from "../../schemas/dry-run-checks.ts";
import type { DryRun } from "../kinds/dry-run.ts";
import { allow, type Verdict } from "../lib/verdict.ts";

type How<T, F> = {
  /** The numbers that it compared, where it passed; a refusal brings its own. */
  figures?: (value: T) => object | undefined;
  /** What a dry run goes on with after a refusal. Absent: nothing behind it can be judged without it. */
  instead?: () => F;
};

/**
 * A check's verdict, as it is: a refusal ends the write. A dry run notes it, and goes on where it can, so that it tells of the checks
 * behind it too; the first refusal is the one by which the write would end.
 */
export function noteCheck<T, F = never>(
  { dryRun }: { dryRun?: DryRun | undefined },
  name: DryRunCheckName,
  verdict: Verdict<T>,
  { figures, instead }: How<T, F> = {},
): Verdict<T | F> {
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
  return instead === undefined ? verdict : allow(instead());
}
