import { asV2Payment } from "./as-v2-payment.ts";
import type { Settlement } from "./facilitator.ts";
import { lookUpPayment } from "./look-up-payment.ts";
import type { PaidCall } from "./paid-call.ts";
import { resourceOf } from "./resource-of.ts";

/**
 * Settles once, never again. Where the facilitator's answer is lost, or negative, the chain is read: any party that has seen the
 * authorization may have submitted it first, and then it is paid.
 */
export async function settlePayment(paid: PaidCall): Promise<Settlement> {
  const { deps, terms, payment, route, raw } = paid;
  const settled = await deps.facilitator.settle(asV2Payment(payment, terms, resourceOf(deps, route, raw).url), terms);
  if (settled.status === "settled") return settled;
  const found = await lookUpPayment(deps, paid);
  if (found.status === "settled") return { ...found, payer: paid.payer };
  // A no that cannot be checked is no more than not knowing.
  return found.status === "unknown" ? found : settled;
}
