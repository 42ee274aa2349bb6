import { ORDER_LIMITS } from "../../schemas/order-limits.ts";
import { TICK_RULES } from "../../schemas/tick-rules.ts";
import type { Refusal } from "../lib/verdict.ts";
import { refusalOfField } from "./refusal-of-field.ts";

/** Why an order whose first slice can run from `firstMs` on cannot end at `expiresAt`; undefined: it can. A tick has to come in between. */
export function refusalOfEnd(expiresAt: number, firstMs: number): Refusal | undefined {
  const figures = { expiresAt, firstMs };
  if (expiresAt < firstMs + TICK_RULES.intervalMs)
    return refusalOfField(
      "expiresAt",
      "is before the first slice can run. Give a time at least 5 minutes behind it.",
      figures,
    );
  if (expiresAt - firstMs > ORDER_LIMITS.maxExpiryAheadMs)
    return refusalOfField("expiresAt", "is more than ten years ahead. Is it in Unix ms?", figures);
  return undefined;
}
