import type { OrderWaiting } from "../../schemas/order-waiting.ts";
import type { Wait } from "../kinds/order-kind.ts";
import { TWAP_RULES } from "./twap-rules.ts";

/**
 * What a record remembers of a run that had to wait: since when, why, and whether its operator was notified, which happens once
 * per wait, after an hour of it (`isToTell`: now). Null: nothing new.
 */
export function nextWaiting(
  before: OrderWaiting | undefined,
  { reason, nowMs, paired, figures }: Wait,
): { waiting: OrderWaiting; isToTell: boolean } | null {
  const sinceMs = before?.sinceMs ?? nowMs;
  const isToTell = paired && before?.toldAt === undefined && nowMs - sinceMs >= TWAP_RULES.tellWaitingAfterMs;
  if (before?.reason === reason && !isToTell) return null;
  const { figures: _, ...kept } = before ?? {};
  const waiting = { ...kept, reason, sinceMs, ...(isToTell && { toldAt: nowMs }), ...(figures && { figures }) };
  return { waiting, isToTell };
}
