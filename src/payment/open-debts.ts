import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import type { Deps } from "../deps.ts";
import { settleUnknownPayment } from "../store/payments/settle-unknown-payment.ts";
import type { Debt } from "../store/payments/stored-debt.ts";
import { lookUpPayment } from "./find-settlement.ts";

/** Those that are not paid after all: a settlement whose answer was lost may have arrived since, and is struck off. */
export async function openDebts(deps: Deps, price: PaymentRequirements, debts: readonly Debt[]): Promise<Debt[]> {
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

/** What a payer in debt has to pay. */
export const withDebts = (price: PaymentRequirements, debts: readonly Debt[]): PaymentRequirements => ({
  ...price,
  amount: debts.reduce((total, { amountBase }) => total + BigInt(amountBase), BigInt(price.amount)).toString(),
});
