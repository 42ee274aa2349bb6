import * as z from "zod";
import { baseUnits } from "../../../schemas/primitives.ts";
import { storedJson } from "../kernel/stored-json.ts";

const debt = z.object({
  /** `payer:nonce` of the payment that was not settled. */
  id: z.string(),
  /** More, where it was to pay older debts too. */
  amountBase: baseUnits,
  paymentBase: baseUnits,
  sinceMs: z.number(),
  /** Lower-case addresses against which it stands. */
  debtors: z.array(z.string()),
});
/** The price of a write that took effect unpaid (decision 24). */
export type Debt = z.infer<typeof debt>;

/** A debt as end-paid-call wrote it. */
export const storedDebt = storedJson(debt);
