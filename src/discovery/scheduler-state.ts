import type { SchedulerState } from "../../schemas/health-report.ts";
import { TICK_RULES } from "../../schemas/tick-rules.ts";

/** Whether ticks come: late when the last one is more than two intervals ago. */
export function schedulerState(lastTickMs: number | null, nowMs: number): SchedulerState {
  if (lastTickMs === null) return { status: "never", lastTickAt: null };
  return { status: nowMs - lastTickMs > TICK_RULES.lateAfterMs ? "late" : "ok", lastTickAt: lastTickMs };
}
