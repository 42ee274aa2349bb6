import { AppError } from "../errors.ts";
import type { GateAnswer } from "../route.ts";
import { lostCall } from "./lost-call.ts";
import type { PaidCall } from "./paid-call.ts";
import { type PaidCallState, paidCallState } from "./paid-call-state.ts";
import { resolveUnknown } from "./resolve-unknown.ts";
import { takeLookup } from "./take-lookup.ts";

/**
 * A payment that is spent or over does not verify again; the very request it bought gets its answer again, anything else
 * is refused. Null for a payment that bought nothing here.
 * `known`: what the store said of it already.
 * @throws payment_in_use, payment_reused, call_lost, facilitator_unavailable, rate_limited
 */
export async function repeatOfSpent(paid: PaidCall, known?: PaidCallState): Promise<GateAnswer | null> {
  const seen = known ?? (await paidCallState(paid));
  switch (seen.kind) {
    case "done":
      return JSON.parse(seen.answer ?? "null") as GateAnswer;
    case "unknown":
    case "owed":
      // Every repeat reads the chain.
      if (paid.askedAtMs === null) await takeLookup(paid.deps, paid.network);
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
