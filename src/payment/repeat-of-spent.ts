import type { Hash } from "viem";
import { AppError } from "../errors.ts";
import type { GateAnswer } from "../route.ts";
import { lookAtUnended } from "./look-at-unended.ts";
import { type PaidCall, type PaidCallState, paidCallState } from "./paid-call-state.ts";
import { resolveUnknown } from "./resolve-unknown.ts";
import { takeLookup } from "./take-lookup.ts";

/**
 * The very request that a spent payment bought gets its answer again, anything else is refused. Null for a payment that bought nothing here.
 * `again`: runs a call that was paid and did not end. `known`: what the store said already.
 * @throws payment_in_use, payment_reused, call_lost, facilitator_unavailable, rate_limited
 */
export async function repeatOfSpent(
  paid: PaidCall,
  again: (paidBy: Hash) => Promise<GateAnswer>,
  known?: PaidCallState,
): Promise<GateAnswer | null> {
  const seen = known ?? (await paidCallState(paid));
  const { validBefore } = paid.payment.payload.authorization;
  switch (seen.kind) {
    case "done":
      return JSON.parse(seen.answer ?? "null") as GateAnswer;
    case "unknown":
    case "owed":
      // Every repeat reads the chain.
      if (paid.askedAtMs === null) await takeLookup(paid.deps, paid.network);
      return resolveUnknown(paid, { kind: seen.kind, stored: seen.answer, atMs: seen.atMs, validBefore });
    case "in_use":
      throw new AppError("payment_in_use", "This payment is being used by a call that still runs.", {
        retryAfterSec: 1,
      });
    case "stale":
    case "lost": {
      const looked = await lookAtUnended(paid, { state: seen.kind, atMs: seen.atMs, validBefore });
      return looked === undefined ? null : again(looked.paidBy);
    }
    case "other":
      throw new AppError("payment_reused", "This payment has bought another answer already. Sign a new one.");
    default:
      return null;
  }
}
