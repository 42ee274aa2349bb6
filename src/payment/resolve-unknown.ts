import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import type { Deps } from "../deps.ts";
import type { GateAnswer } from "../route.ts";
import { settleUnknownPayment } from "../store/payments/settle-unknown-payment.ts";
import type { Debt } from "../store/payments/stored-debt.ts";
import { lookUpPayment } from "./find-settlement.ts";
import { debtId, facilitatorDown, isOver, type PaidCall } from "./paid-call-state.ts";
import { PAYMENT_NETWORK } from "./payment-terms.ts";
import { type KeptAnswer, receiptHeaders } from "./receipt-headers.ts";

type Unknown = {
  kind: "unknown" | "owed";
  stored: string | null;
  atMs: number | null;
  validBefore: string;
  idempotencyScope?: string | null;
};

/**
 * Reads the chain again for a settlement that was lost (`unknown`), or failed after the call took
 * effect (`owed`). Never settles again. Null when it was not paid and never can be.
 * @throws facilitator_unavailable while the outcome is unknown
 */
export async function resolveUnknown(
  paid: PaidCall,
  { kind, stored, atMs, validBefore, idempotencyScope = null }: Unknown,
): Promise<GateAnswer | null> {
  const { deps, payer, nonce, debtors, covers } = paid;
  const nowMs = deps.clock.nowMs();
  const found = await lookUpPayment(deps, paid, { sinceMs: atMs, validBefore });
  if (stored === null) throw stillUnknown();
  const answer = JSON.parse(stored) as KeptAnswer;
  if (found.status === "settled") {
    const receipt = {
      success: true,
      transaction: found.transaction,
      network: PAYMENT_NETWORK,
      payer,
    };
    const good = { ...answer, headers: await receiptHeaders(paid, receipt, answer.executed) };
    const clears = [{ id: debtId(paid), debtors }, ...covers];
    const call = { requestId: deps.newId(), nowMs, payer, nonce, clears, idempotencyScope };
    await settleUnknownPayment.run(deps.redis, deps.keys, {
      ...call,
      answer: JSON.stringify(good),
    });
    return good;
  }
  if (kind === "owed") return answer;
  if (found.status === "absent" && isOver(validBefore, nowMs)) return null;
  throw stillUnknown();
}

const stillUnknown = () =>
  facilitatorDown("is still not known to be settled. Try the very same request again later");

/**
 * Debts that are still unpaid. A settlement whose answer was lost may have arrived since, and is
 * struck off.
 */
export async function openDebts(
  deps: Deps,
  price: PaymentRequirements,
  debts: readonly Debt[],
): Promise<Debt[]> {
  const judged = debts.map(async (debt) => ((await isPaid(deps, price, debt)) ? [] : [debt]));
  return (await Promise.all(judged)).flat();
}

async function isPaid(deps: Deps, price: PaymentRequirements, debt: Debt): Promise<boolean> {
  const [payer, nonce] = debt.id.split(":") as [Address, Hex];
  const terms = { ...price, amount: debt.paymentBase };
  const found = await lookUpPayment(deps, { terms, payer, nonce }, { sinceMs: debt.sinceMs });
  if (found.status !== "settled") return false;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), payer, nonce, clears: [debt] };
  await settleUnknownPayment.run(deps.redis, deps.keys, call);
  return true;
}

/** Terms of the price and the debts together. */
export const withDebts = (
  price: PaymentRequirements,
  debts: readonly Debt[],
): PaymentRequirements => ({
  ...price,
  amount: debts
    .reduce((total, { amountBase }) => total + BigInt(amountBase), BigInt(price.amount))
    .toString(),
});
