import type { BazaarListing } from "../../schemas/bazaar-listing.ts";
import { endPaidCall } from "../store/payments/end-paid-call.ts";
import type { Debt } from "../store/payments/stored-debt.ts";
import type { PaidCall } from "./paid-call-state.ts";

type Ending = {
  outcome: "done" | "unknown" | "owed" | "released" | "invalid" | "unverified" | "again";
  answer?: string;
  /** Where its answer is to be kept or the key given back. */
  idempotencyScope: string | null;
  listing?: BazaarListing["status"] | null;
  /** The debt that stands from now on, and its debtors. */
  debt?: Debt;
};

/** Never throws: the answer is the caller's whatever becomes of our bookkeeping. */
export async function endCall(paid: PaidCall, ending: Ending): Promise<void> {
  const { deps, payer, nonce, token, covers, network, askedAtMs } = paid;
  const { outcome, answer = null, idempotencyScope, debt = null, listing = null } = ending;
  const ended = endPaidCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    token,
    outcome,
    answer,
    idempotencyScope,
    debt,
    listing,
    clears: outcome === "done" ? covers : [],
    counted: askedAtMs === null ? null : { network, atMs: askedAtMs },
  });
  // The hold ends by itself.
  await ended.catch((error: unknown) =>
    deps.log("paid_call_not_ended", { outcome, cause: error instanceof Error ? error.name : "unknown" }),
  );
}
