import type { LimitSet } from "../options-plan.ts";
import type { LimitsInForce } from "./judge-limits-prepare.ts";
import type { Prepared } from "./ledger.ts";

/**
 * The limits of a vault that were in force when an intent was written down; undefined where nobody
 * had set any.
 */
export const limitsAt = (
  limits: readonly LimitsInForce[],
  { vault, at }: Prepared,
): LimitSet | undefined => limits.findLast((one) => one.vault === vault && one.at < at)?.set;
