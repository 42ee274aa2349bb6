import { TRIGGER_LIMITS } from "../../schemas/trigger-limits.ts";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { Verdict } from "../lib/verdict.ts";
import { TWAP_RULES } from "../twap/twap-rules.ts";
import { endedTrigger } from "./ended-trigger.ts";
import { type Converted, oraclePriceOf } from "./oracle-price-of.ts";
import { refusedTrigger } from "./refused-trigger.ts";
import type { TriggerResult } from "./trigger-result.ts";

/**
 * `met`: it is to trade now, at the price in `firing`. `noted`: it watches on, and what was seen is written down with all the others of
 * its claim. `told`: its operator is to be told, so it is written down by itself.
 */
export type Look =
  | { kind: "met"; trigger: TriggerOrder }
  | { kind: "noted"; order: TriggerOrder }
  | { kind: "told"; result: TriggerResult };

/**
 * What a look at the oracle's price means for a trigger order. An end comes before any price; a price that may be moved, or is
 * not known, fires nothing (decision 309).
 */
export function decideLook(trigger: TriggerOrder, converted: Verdict<Converted>, nowMs: number): Look {
  if (trigger.expiresAt !== undefined && nowMs >= trigger.expiresAt)
    return { kind: "told", result: endedTrigger(trigger, "expired", nowMs) };
  if (!converted.ok) return unread(trigger, converted, nowMs);
  const { price, isMet } = oraclePriceOf(trigger, converted.value);
  const { unreadSinceMs: _, firing: __, ...rest } = trigger;
  if (isMet) return { kind: "met", trigger: { ...rest, firing: { price, atMs: nowMs } } };
  const { waiting: ___, ...watching } = rest;
  return { kind: "noted", order: { ...watching, lastLook: { atMs: nowMs, price } } };
}

type Unread = Extract<Verdict<Converted>, { ok: false }>;

/** A node that is silent for one tick is nothing to wake anybody for; a feed that must not decide is told at once. */
function unread({ firing: _, ...trigger }: TriggerOrder, { code, message }: Unread, nowMs: number): Look {
  const sinceMs = trigger.unreadSinceMs ?? nowMs;
  const found = sanitize(message, TWAP_RULES.maxErrorLength);
  const order: TriggerOrder = { ...trigger, unreadSinceMs: sinceMs, lastLook: { atMs: nowMs, found } };
  if (code === "rpc_unavailable" && nowMs - sinceMs < TRIGGER_LIMITS.tellUnreadMs) return { kind: "noted", order };
  const result = refusedTrigger(order, { code, error: found, nowMs });
  return result.notifications.length === 0 ? { kind: "noted", order: result.order } : { kind: "told", result };
}
