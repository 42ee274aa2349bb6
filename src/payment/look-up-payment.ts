import type { Address } from "viem";
import { findSettlement } from "./find-settlement.ts";
import type { PaidCall } from "./paid-call.ts";

/** Whether this payment has reached us, by the chain's own word. */
export const lookUpPayment = ({ deps, terms, payer, nonce }: PaidCall): ReturnType<typeof findSettlement> =>
  findSettlement(deps.chain(8453), {
    token: terms.asset as Address,
    from: payer,
    to: terms.payTo as Address,
    valueBase: BigInt(terms.amount),
    nonce,
  });
