import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { PaidPriceId } from "../../schemas/price-table.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { jsonObject } from "../lib/json-object.ts";
import type { Details, Refusal } from "../lib/verdict.ts";
import type { RawRequest, Route } from "../route.ts";
import { beginPaidCall } from "../store/scripts/begin-paid-call.ts";
import { readPaidCall } from "../store/scripts/read-paid-call.ts";
import type { Debt } from "../store/stored-debt.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { challenge, type GateAnswer } from "./challenge.ts";
import { debtorsOf } from "./debtors-of.ts";
import { facilitatorDown } from "./facilitator-down.ts";
import { idempotencyOf } from "./idempotency-of.ts";
import { judgePayment } from "./judge-payment.ts";
import { liftPayment } from "./lift-payment.ts";
import { lostCall } from "./lost-call.ts";
import { openDebts } from "./open-debts.ts";
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

/** Longer than any handler and settlement; then the payment of a call that cannot act may be tried again. */
const HOLD_MS = 360_000;

/**
 * The payment gate of one request: 402 | claimed -> run -> settle on 2xx, else release (decisions 21-24). Nothing runs
 * before its payment is verified and its nonce claimed; one payment buys one answer.
 * @throws the handler's own error, after releasing the payment; facilitator_unavailable, store_unavailable, not_configured
 */
export async function gate(
  deps: Deps,
  route: Route,
  priceId: PaidPriceId,
  raw: RawRequest,
  run: Run,
): Promise<GateAnswer> {
  const price = paymentTerms(deps.env, priceId);
  const resource = resourceOf(deps, route, raw);
  const refused: Refused = (code, message, details, owed = []) =>
    challenge(withDebts(price, owed), resource, bazaarExtension(route), { code, message, details });
  const read = readPayment(raw.headers);
  if (!read.ok) return refused(read.code, read.message);
  const payment = read.value;
  if (payment === null)
    return refused(
      "payment_required",
      `This call costs ${price.amount} base units of USDC on Base. Pay by x402 and send it again.`,
    );
  const { from, nonce } = payment.payload.authorization;
  const payer = from.toLowerCase() as Address;
  const plain: PaidCall = {
    deps,
    route,
    raw,
    price,
    terms: price,
    covers: [],
    payment,
    payer,
    nonce: nonce.toLowerCase() as Hex,
    token: deps.newId(),
    debtors: debtorsOf(raw, payer),
  };
  return verifyAndClaim(await coverDebts(plain), run, refused);
}

/** An amount above the price is right for who is in debt: this one's `terms` and `covers` then say so. */
async function coverDebts(paid: PaidCall): Promise<PaidCall> {
  const { deps, payment, price, payer, nonce, debtors } = paid;
  if (BigInt(payment.payload.authorization.value) <= BigInt(price.amount)) return paid;
  const seen = await readPaidCall.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    debtors,
    requestHash: await requestHash(paid),
  });
  return { ...paid, terms: withDebts(price, seen.debts), covers: seen.debts };
}

async function verifyAndClaim(paid: PaidCall, run: Run, refused: Refused): Promise<GateAnswer> {
  const { deps, route, raw, payment, terms, covers } = paid;
  const judged = judgePayment(payment, terms, deps.clock.nowMs());
  if (!judged.ok) {
    // Who asks again late, or has paid a debt with it, gets what it has bought and is not sent to pay once more.
    const known = isMaybeSpent(paid, judged) ? await repeatOfSpent(paid) : null;
    return known ?? refused(judged.code, judged.message, judged.details, covers);
  }
  const verified = await deps.facilitator.verify(liftPayment(payment, terms, resourceOf(deps, route, raw).url), terms);
  if (verified.status === "unavailable")
    throw facilitatorDown("could not be verified. Nothing ran and nothing was charged; please try again");
  if (verified.status === "invalid") {
    const known = await repeatOfSpent(paid);
    const { reason } = verified;
    return known ?? refused("payment_invalid", "The facilitator refused this payment.", { reason }, covers);
  }
  return claimAndRun(paid, run, refused);
}

type Refused = (code: ErrorCode, message: string, details?: Details, owed?: readonly Debt[]) => GateAnswer;

const isMaybeSpent = ({ payment, price }: PaidCall, { details }: Refusal): boolean =>
  details?.validBefore !== undefined || BigInt(payment.payload.authorization.value) > BigInt(price.amount);

const withDebts = (price: PaymentRequirements, debts: readonly Debt[]): PaymentRequirements => ({
  ...price,
  amount: debts.reduce((total, { amountBase }) => total + BigInt(amountBase), BigInt(price.amount)).toString(),
});

async function claimAndRun(paid: PaidCall, run: Run, refused: Refused): Promise<GateAnswer> {
  const { deps, route, raw, price, payer, nonce, token, debtors, covers } = paid;
  const operator = await signedOperator(deps, route, raw);
  const idempotency = await idempotencyOf(route, raw, { operator, payer });
  const hash = await requestHash(paid);
  const claim = () =>
    beginPaidCall.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      payer,
      nonce,
      requestHash: hash,
      token,
      holdMs: HOLD_MS,
      debtors,
      covers: covers.map(({ id }) => id),
      operator,
      idempotency,
      acts: mayAct(raw),
    });
  let begun = await claim();
  if (begun.kind === "debt") {
    const open = await openDebts(deps, price, begun.debts ?? []);
    if (open.length > 0 || covers.length > 0) return inDebt(refused, price, open);
    begun = await claim();
  }
  switch (begun.kind) {
    case "run":
      return runClaimed(paid, run, {
        idempotencyScope: idempotency?.scope ?? null,
        // Nobody owes for having been named by somebody else.
        liable: operator === null ? [payer] : debtors,
        refused,
      });
    case "done":
    case "idempotency_repeat":
      return JSON.parse(begun.answer ?? "null") as GateAnswer;
    case "unknown":
    case "owed":
      return (
        (await resolveUnknown(paid, begun.kind, begun.answer)) ??
        refused("payment_invalid", "This payment is over. Sign a new one.")
      );
    case "in_use":
      throw new AppError("payment_in_use", "This payment is being used by a call that still runs.", {
        retryAfterSec: 1,
      });
    case "reused":
      throw new AppError("payment_reused", "This payment has bought another answer already. Sign a new one.");
    case "lost":
      throw lostCall();
    case "idempotency_in_use":
      throw new AppError("idempotency_key_in_use", "A call with this Idempotency-Key still runs.", {
        retryAfterSec: 1,
      });
    case "idempotency_conflict":
      throw new AppError("idempotency_key_reused", "This Idempotency-Key was used with another body.");
    case "debt":
      return inDebt(refused, price, begun.debts ?? []);
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

/**
 * Whether a call could do something for an operator: by what it carries, verified or not. A contract's signature that a node
 * could not confirm here may be confirmed a moment later by the call itself.
 */
const mayAct = ({ headers, bodyText }: RawRequest): boolean =>
  headers.has("x-auth-signature") || jsonObject(bodyText).authSignature !== undefined;

/** Asks for what is owed on top of the price: who pays that is served, and owes nothing any more. */
function inDebt(refused: Refused, price: PaymentRequirements, debts: readonly Debt[]): GateAnswer {
  const needed = withDebts(price, debts).amount;
  return refused(
    "payment_debt",
    `An earlier call took effect and could not be charged. Pay both: the ${needed} base units asked for here are its price and this call's.`,
    { needed, owed: (BigInt(needed) - BigInt(price.amount)).toString() },
    debts,
  );
}
