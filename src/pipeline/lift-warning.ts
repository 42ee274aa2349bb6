import type { NavFigures, Warning } from "../kinds/execution-outcome.ts";
import { refusalOfLift } from "../shields/judge-nav-shield.ts";

/** Whoever signs is told what would have refused the agent's call. */
export function liftWarning(nav: NavFigures | null): Warning[] {
  if (nav?.basis !== "unitaryValue") return [];
  const { before, after, thresholdBps } = nav;
  const lift = refusalOfLift({ before: BigInt(before), after: BigInt(after), thresholdBps });
  if (lift === undefined) return [];
  return [{ code: lift.code, message: `Warning: ${lift.message}`, ...(lift.details && { details: lift.details }) }];
}
