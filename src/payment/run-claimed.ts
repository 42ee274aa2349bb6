import type { Hash } from "viem";
import type { BazaarListing } from "../../schemas/bazaar-listing.ts";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { errorName } from "../errors.ts";
import type { Details } from "../lib/verdict.ts";
import type { GateAnswer, Run } from "../route.ts";
import { endPaidCall } from "../store/payments/end-paid-call.ts";
import type { Debt } from "../store/payments/stored-debt.ts";
import { lookUpPayment } from "./find-settlement.ts";
import type { Settlement } from "./http-facilitator.ts";
import { asV2Payment } from "./judge-payment.ts";
import { debtId, facilitatorDown, type PaidCall } from "./paid-call-state.ts";
import { PAYMENT_NETWORK } from "./payment-terms.ts";
import { type KeptAnswer, type Receipt, receiptHeaders } from "./receipt-headers.ts";
import { resourceOf } from "./unpaid-answer.ts";

type Claim = {
  idempotencyScope: string | null;
  /** This transaction paid for an earlier run without an answer: nothing is settled. */
  paidBy?: Hash | undefined;
  liable: readonly string[];
  freeVenues?: readonly VenueId[] | undefined;
  refused(code: ErrorCode, message: string, details?: Details): Promise<GateAnswer>;
};

/**
 * Runs a claimed call and settles. Without the money there is no answer, unless something took
 * effect: then the call is answered and its price stands as a debt (decision D9).
 * @throws the handler's own error, after releasing the payment; facilitator_unavailable
 */
export async function runClaimed(paid: PaidCall, run: Run, claim: Claim): Promise<GateAnswer> {
  const { idempotencyScope, liable, paidBy, freeVenues } = claim;
  let result: Awaited<ReturnType<Run>>;
  try {
    result = await run(paid.payer, freeVenues && { freeVenues });
  } catch (error) {
    await endCall(paid, { outcome: paidBy === undefined ? "released" : "again", idempotencyScope });
    throw error;
  }
  const { deps, payer } = paid;
  const settled: Settlement =
    paidBy === undefined
      ? await settlePayment(paid)
      : { status: "settled", transaction: paidBy, payer };
  const answer = async (receipt: Omit<Receipt, "network" | "payer">): Promise<KeptAnswer> => ({
    status: 200,
    body: result.body,
    headers: await receiptHeaders(
      paid,
      { ...receipt, network: PAYMENT_NETWORK, payer },
      result.executed,
    ),
    ...(result.executed !== undefined && { executed: result.executed }),
  });
  if (settled.status === "settled") {
    const good = await answer({ success: true, transaction: settled.transaction });
    const { listing } = settled;
    if (listing !== undefined) {
      const { status, rejectedReason: reason = null } = listing;
      deps.log("bazaar_listing", { route: paid.route.operationId, status, reason });
    }
    const kept = {
      answer: JSON.stringify(good),
      idempotencyScope,
      listing: listing?.status ?? null,
    };
    await endCall(paid, { outcome: "done", ...kept });
    return good;
  }
  const reason = settled.status === "failed" ? settled.reason : "settlement_unknown";
  if (result.tookEffect) {
    const owed = await answer({ success: false, errorReason: reason, transaction: "" });
    const debt = {
      id: debtId(paid),
      amountBase: paid.price.amount,
      paymentBase: paid.terms.amount,
      sinceMs: deps.clock.nowMs(),
      debtors: [...liable],
    };
    await endCall(paid, { outcome: "owed", answer: JSON.stringify(owed), idempotencyScope, debt });
    return owed;
  }
  if (settled.status === "failed") {
    await endCall(paid, { outcome: "released", idempotencyScope });
    deps.log("settlement_failed", { reason });
    return claim.refused(
      "payment_not_settled",
      "The payment could not be settled: nothing was charged, and nothing was bought with " +
        "it. Pay again.",
      { reason },
    );
  }
  const kept = await answer({ success: true, transaction: "" });
  await endCall(paid, { outcome: "unknown", answer: JSON.stringify(kept), idempotencyScope });
  throw facilitatorDown(
    "may or may not have been settled. Send the very same request again: it is never charged twice",
  );
}

/**
 * Settles once. Where the answer is lost or negative, the chain is read: whoever saw the
 * authorization may have submitted it first.
 */
async function settlePayment(paid: PaidCall): Promise<Settlement> {
  const { deps, terms, payment, route, raw } = paid;
  const settled = await deps.facilitator.settle(
    asV2Payment(payment, terms, resourceOf(deps, route, raw).url),
    terms,
  );
  if (settled.status === "settled") return settled;
  const found = await lookUpPayment(deps, paid);
  if (found.status === "settled") return { ...found, payer: paid.payer };
  // A refusal that cannot be checked leaves the outcome unknown.
  return found.status === "unknown" ? found : settled;
}

type Ending = {
  outcome: "done" | "unknown" | "owed" | "released" | "invalid" | "unverified" | "again";
  answer?: string;
  idempotencyScope: string | null;
  listing?: BazaarListing["status"] | null;
  debt?: Debt;
};

/** Never throws: the caller gets the answer even where bookkeeping fails. */
export async function endCall(paid: PaidCall, ending: Ending): Promise<void> {
  const { deps, payer, nonce, token, covers, network, askedAtMs } = paid;
  const { outcome } = ending;
  const ended = endPaidCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    token,
    answer: null,
    debt: null,
    listing: null,
    ...ending,
    clears: outcome === "done" ? covers : [],
    counted: askedAtMs === null ? null : { network, atMs: askedAtMs },
  });
  // Without this the hold ends by itself.
  await ended.catch((error: unknown) =>
    deps.log("paid_call_not_ended", { outcome, cause: errorName(error) }),
  );
}
