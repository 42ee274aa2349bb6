import { readPaidCall } from "../store/payments/read-paid-call.ts";
import type { PaidCall } from "./paid-call.ts";
import { requestHash } from "./request-hash.ts";

export type PaidCallState = Awaited<ReturnType<typeof readPaidCall.run>>;

/** What the store knows of a payment, for this very request, and what its debtors owe. */
export async function paidCallState(paid: PaidCall): Promise<PaidCallState> {
  const { deps, payer, nonce, debtors } = paid;
  return readPaidCall.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    debtors,
    requestHash: await requestHash(paid),
  });
}
