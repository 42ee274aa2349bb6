import { AppError } from "../errors.ts";
import { readPaidCall } from "../store/scripts/read-paid-call.ts";
import type { GateAnswer } from "./challenge.ts";
import { lostCall } from "./lost-call.ts";
import type { PaidCall } from "./paid-call.ts";
import { requestHash } from "./request-hash.ts";
import { resolveUnknown } from "./resolve-unknown.ts";

/**
 * A payment that is spent or over does not verify again; the very request it bought gets its answer again, anything else
 * is refused. Null for a payment that bought nothing here.
 * @throws payment_in_use, payment_reused, call_lost, facilitator_unavailable
 */
export async function repeatOfSpent(paid: PaidCall): Promise<GateAnswer | null> {
  const { deps, payer, nonce, debtors } = paid;
  const seen = await readPaidCall.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    debtors,
    requestHash: await requestHash(paid),
  });
  switch (seen.kind) {
    case "done":
      return JSON.parse(seen.answer ?? "null") as GateAnswer;
    case "unknown":
    case "owed":
      return resolveUnknown(paid, seen.kind, seen.answer);
    case "in_use":
      throw new AppError("payment_in_use", "This payment is being used by a call that still runs.", {
        retryAfterSec: 1,
      });
    case "lost":
      throw lostCall();
    case "other":
      throw new AppError("payment_reused", "This payment has bought another answer already. Sign a new one.");
    default:
      return null;
  }
}
