import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
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

/** Enough to look it up on the chain, and to run that call again in its name. */
export const keyPayment = z.object({
  payer: hexAddress,
  nonce: z.string(),
  requestHash: z.string(),
  amountBase: baseUnits,
  /** Unix seconds from which it cannot be made any more. */
  validBefore: z.string(),
});
export type KeyPayment = z.infer<typeof keyPayment>;
