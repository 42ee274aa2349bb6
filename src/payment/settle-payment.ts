import type { Settlement } from "./facilitator.ts";
import { liftPayment } from "./lift-payment.ts";
import { lookUpPayment } from "./look-up-payment.ts";
import type { PaidCall } from "./paid-call.ts";
import { resourceOf } from "./resource-of.ts";

/** Settles once: the facilitator's answer, and where that is lost the chain's. Never repeated. */
export async function settlePayment(paid: PaidCall): Promise<Settlement> {
  const { deps, terms, payment, route, raw } = paid;
  const settled = await deps.facilitator.settle(liftPayment(payment, terms, resourceOf(deps, route, raw).url), terms);
  if (settled.status !== "unknown") return settled;
  const found = await lookUpPayment(paid);
  return found.status === "settled" ? { ...found, payer: paid.payer } : settled;
}
