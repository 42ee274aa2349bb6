import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";

/** Looked at by every tick. null when it must not be there. */
export function triggerDueScore({ active, status, createdAt, lastLook, lastExecution }: TriggerOrder): number | null {
  if (!active || status !== "active") return null;
  if (lastLook === undefined && lastExecution === undefined) return createdAt;
  return Math.max(lastLook?.atMs ?? 0, lastExecution ?? 0) + TRIGGER_LIMITS.lookEveryMs;
}
