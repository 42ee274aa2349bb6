import { type OperatorSettings, SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { NavMove } from "../kinds/limited-call.ts";
import type { JudgedCall } from "./judge-call.ts";

/** By the call's own bytes, with its operator's tolerance. */
export function navMoveOf(
  ctx: ExecutionContext,
  { rule, call, plan }: JudgedCall,
  { syncToleranceBps = SETTINGS_DEFAULTS.syncToleranceBps }: Pick<OperatorSettings, "syncToleranceBps">,
): NavMove | undefined {
  const moved = rule.moves?.(call, ctx);
  if (moved === undefined || plan.measured === undefined) return undefined;
  return { ...moved, baseToken: plan.measured.baseToken, toleranceBps: syncToleranceBps };
}
