import type { GateAnswer } from "../route.ts";
import { settleUnknownPayment } from "../store/payments/settle-unknown-payment.ts";
import { debtId } from "./debt-id.ts";
import { facilitatorDown } from "./facilitator-down.ts";
import { lookUpPayment } from "./look-up-payment.ts";
import type { PaidCall } from "./paid-call.ts";
import { PAYMENT_NETWORK } from "./payment-terms.ts";
import { type KeptAnswer, receiptHeaders } from "./receipt-headers.ts";

/** By how much the chain may be behind our clock before an authorization that is over may still be settled. */
const SLACK_MS = 60_000n;

/**
 * A repeat of a request whose settlement was lost (`unknown`), or failed after it took effect (`owed`): the chain is
 * read again; nothing is settled a second time. Null when it was not paid and never can be.
 * @throws facilitator_unavailable while the outcome is unknown
 */
export async function resolveUnknown(
  paid: PaidCall,
  kind: "unknown" | "owed",
  stored: string | null,
): Promise<GateAnswer | null> {
  const { deps, payer, nonce, debtors, covers, payment } = paid;
  const nowMs = deps.clock.nowMs();
  const found = await lookUpPayment(deps, paid);
  if (stored === null) throw stillUnknown();
  const answer = JSON.parse(stored) as KeptAnswer;
  if (found.status === "settled") {
    const clears = [{ id: debtId(paid), debtors }, ...covers];
    await settleUnknownPayment.run(deps.redis, deps.keys, { requestId: deps.newId(), nowMs, payer, nonce, clears });
    const { transaction } = found;
    const receipt = { success: true, transaction, network: PAYMENT_NETWORK, payer };
    return { ...answer, headers: await receiptHeaders(paid, receipt, answer.executed) };
  }
  if (kind === "owed") return answer;
  const isOver = BigInt(payment.payload.authorization.validBefore) * 1_000n + SLACK_MS < BigInt(nowMs);
  if (found.status === "absent" && isOver) return null;
  throw stillUnknown();
}

const stillUnknown = () => facilitatorDown("is still not known to be settled. Try the very same request again later");
