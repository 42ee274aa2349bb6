import type { Address, Hex } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { PaidPriceId } from "../../schemas/price-table.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Details } from "../lib/verdict.ts";
import type { RawRequest, Route } from "../route.ts";
import { beginPaidCall } from "../store/scripts/begin-paid-call.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { challenge, type GateAnswer } from "./challenge.ts";
import { debtorsOf } from "./debtors-of.ts";
import { facilitatorDown } from "./facilitator-down.ts";
import { idempotencyOf } from "./idempotency-of.ts";
import { judgePayment } from "./judge-payment.ts";
import { liftPayment } from "./lift-payment.ts";
import type { PaidCall } from "./paid-call.ts";
import { paymentTerms } from "./payment-terms.ts";
import { readPayment } from "./read-payment.ts";
import { repeatOfSpent } from "./repeat-of-spent.ts";
import { requestHash } from "./request-hash.ts";
import { resolveUnknown } from "./resolve-unknown.ts";
import { resourceOf } from "./resource-of.ts";
import { runClaimed } from "./run-claimed.ts";
import { signedOperator } from "./signed-operator.ts";

/** Runs the route; says whether something took effect that an unsettled payment cannot undo. */
export type Run = () => Promise<{ body: string; tookEffect: boolean }>;

/** Longer than any handler and settlement; then the payment may be tried again. */
const HOLD_MS = 360_000;

/**
 * The payment gate of one request: 402 | claimed -> run -> settle on 2xx, else release (decisions 21-24). Nothing runs
 * before its payment is verified and its nonce claimed; one payment buys one answer.
 * @throws the handler's own error, after releasing the payment; facilitator_unavailable, store_unavailable, not_configured
 */
export async function gate(
  deps: Deps,
  route: Route,
  price: PaidPriceId,
  raw: RawRequest,
  run: Run,
): Promise<GateAnswer> {
  const terms = paymentTerms(deps.env, price);
  const resource = resourceOf(deps, route, raw);
  const refused: Refused = (code, message, details) =>
    challenge(terms, resource, bazaarExtension(route), { code, message, details });
  const read = readPayment(raw.headers);
  if (!read.ok) return refused(read.code, read.message);
  const payment = read.value;
  if (payment === null)
    return refused(
      "payment_required",
      `This call costs ${terms.amount} base units of USDC on Base. Pay by x402 and send it again.`,
    );
  const judged = judgePayment(payment, terms, deps.clock.nowMs());
  if (!judged.ok) return refused(judged.code, judged.message, judged.details);

  const { from, nonce } = payment.payload.authorization;
  const paid: PaidCall = {
    deps,
    route,
    raw,
    terms,
    payment,
    payer: from.toLowerCase() as Address,
    nonce: nonce.toLowerCase() as Hex,
    token: deps.newId(),
  };
  const verified = await deps.facilitator.verify(liftPayment(payment, terms, resource.url), terms);
  if (verified.status === "unavailable")
    throw facilitatorDown("could not be verified. Nothing ran and nothing was charged; please try again");
  if (verified.status === "invalid") {
    const known = await repeatOfSpent(paid);
    return known ?? refused("payment_invalid", "The facilitator refused this payment.", { reason: verified.reason });
  }
  return claimAndRun(paid, run, refused);
}

type Refused = (code: ErrorCode, message: string, details?: Details) => GateAnswer;

async function claimAndRun(paid: PaidCall, run: Run, refused: Refused): Promise<GateAnswer> {
  const { deps, route, raw, payer, nonce, token } = paid;
  const operator = await signedOperator(deps, raw);
  const idempotency = await idempotencyOf(route, raw, { operator, payer });
  const debtors = debtorsOf(raw, payer);
  const begun = await beginPaidCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    requestHash: await requestHash(paid),
    token,
    holdMs: HOLD_MS,
    debtors,
    operator,
    idempotency,
  });
  switch (begun.kind) {
    case "run":
      return runClaimed(paid, run, { idempotencyScope: idempotency?.scope ?? null, debtors, refused });
    case "done":
    case "idempotency_repeat":
      return JSON.parse(begun.answer ?? "null") as GateAnswer;
    case "unknown":
      return resolveUnknown(paid, begun.answer);
    case "in_use":
      throw new AppError("payment_in_use", "This payment is being used by a call that still runs.", {
        retryAfterSec: 1,
      });
    case "reused":
      throw new AppError("payment_reused", "This payment has bought another answer already. Sign a new one.");
    case "idempotency_in_use":
      throw new AppError("idempotency_key_in_use", "A call with this Idempotency-Key still runs.", {
        retryAfterSec: 1,
      });
    case "idempotency_conflict":
      throw new AppError("idempotency_key_reused", "This Idempotency-Key was used with another body.");
    case "debt":
      return refused(
        "payment_debt",
        "An earlier call took effect and could not be charged. Its price must be paid before further calls.",
      );
    case "rate_limited":
    case "busy":
      throw new AppError(
        "rate_limited",
        begun.kind === "busy"
          ? "Too many calls of this payer run at once."
          : "Too many calls, or too many refused ones, in ten minutes.",
        { retryAfterSec: begun.retryAfterSec ?? 1 },
      );
  }
}
