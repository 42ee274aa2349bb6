import type { PaymentRequirements } from "@x402/core/types";
import type { Debt } from "../store/payments/stored-debt.ts";

/** What a payer in debt has to pay. */
export const withDebts = (price: PaymentRequirements, debts: readonly Debt[]): PaymentRequirements => ({
  ...price,
  amount: debts.reduce((total, { amountBase }) => total + BigInt(amountBase), BigInt(price.amount)).toString(),
});
