import type { LimitsInForce } from "./judge-limits-prepare.ts";
import type { Prepared } from "./ledger.ts";
import { limitsAt } from "./limits-at.ts";

/**
 * Whether an amount was limited when an intent was written down: from then on what is given away is
 * counted.
 */
export function isCounted(limits: readonly LimitsInForce[], prepared: Prepared): boolean {
  const { perTransaction, perDay, perToken } = limitsAt(limits, prepared) ?? {};
  return [perTransaction, perDay, perToken].some((one) => one !== undefined);
}
