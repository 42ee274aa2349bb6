import * as z from "zod";
import { baseUnits, hexAddress } from "../../../schemas/primitives.ts";
import { storedJson } from "../kernel/stored-json.ts";

const debt = z.object({
  id: z.string(),
  /** More than the payment if that was to pay older debts too. */
  amountBase: baseUnits,
  paymentBase: baseUnits,
  sinceMs: z.number(),
  debtors: z.array(z.string()),
});
/** The price of a write that took effect unpaid (decision D9). */
export type Debt = z.infer<typeof debt>;

export const storedDebt = storedJson(debt);

/** Enough to look a payment up on the chain and run its call again. */
export const keyPayment = z.object({
  payer: hexAddress,
  nonce: z.string(),
  requestHash: z.string(),
  amountBase: baseUnits,
  /** Unix seconds. */
  validBefore: z.string(),
});
export type KeyPayment = z.infer<typeof keyPayment>;
