import { settleUnknownPayment } from "../store/scripts/settle-unknown-payment.ts";
import type { GateAnswer } from "./challenge.ts";
import { debtorsOf } from "./debtors-of.ts";
import { facilitatorDown } from "./facilitator-down.ts";
import { lookUpPayment } from "./look-up-payment.ts";
import type { PaidCall } from "./paid-call.ts";
import { PAYMENT_NETWORK } from "./payment-terms.ts";
import { receiptHeaders } from "./receipt-headers.ts";

/**
 * A repeat of a request whose settlement was lost: the chain is asked again; nothing is settled a second time.
 * @throws facilitator_unavailable while the chain does not say that it was paid
 */
export async function resolveUnknown(paid: PaidCall, stored: string | null): Promise<GateAnswer> {
  const found = await lookUpPayment(paid);
  if (found.status !== "settled" || stored === null)
    throw facilitatorDown("is still not known to be settled. Try the very same request again later");
  const { deps, raw, payer, nonce } = paid;
  await settleUnknownPayment.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    debtors: debtorsOf(raw, payer),
  });
  const answer = JSON.parse(stored) as GateAnswer;
  return {
    ...answer,
    headers: receiptHeaders(paid, { success: true, transaction: found.transaction, network: PAYMENT_NETWORK, payer }),
  };
}
