import { readPaidCall } from "../store/payments/read-paid-call.ts";
import type { PaidCall } from "./paid-call.ts";
import { requestHash } from "./request-hash.ts";

export type PaidCallState = Awaited<ReturnType<typeof readPaidCall.run>>;

/** For this very request, with what its debtors owe. */
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
