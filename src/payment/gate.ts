import type { PaymentRequirements } from "@x402/core/types";
import type { Address, Hex } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { PaidPriceId } from "../../schemas/price-table.ts";
import type { X402Payment } from "../../schemas/x402-payment.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { sha256Hex } from "../lib/sha256-hex.ts";
import { toBase64 } from "../lib/to-base64.ts";
import type { Details } from "../lib/verdict.ts";
import type { RawRequest, Route } from "../route.ts";
import { beginPaidCall } from "../store/scripts/begin-paid-call.ts";
import { endPaidCall } from "../store/scripts/end-paid-call.ts";
import { readPaidCall } from "../store/scripts/read-paid-call.ts";
import { settleUnknownPayment } from "../store/scripts/settle-unknown-payment.ts";
import { bazaarExtension } from "./bazaar-extension.ts";
import { challenge, type GateAnswer } from "./challenge.ts";
import { debtorsOf } from "./debtors-of.ts";
import { findSettlement } from "./find-settlement.ts";
import { idempotencyOf } from "./idempotency-of.ts";
import { judgePayment } from "./judge-payment.ts";
import { liftPayment } from "./lift-payment.ts";
import { PAYMENT_NETWORK, paymentTerms } from "./payment-terms.ts";
import { readPayment } from "./read-payment.ts";
import { signedOperator } from "./signed-operator.ts";

/** Runs the route; says whether something took effect that an unsettled payment cannot undo. */
export type Run = () => Promise<{ body: string; tookEffect: boolean }>;

type Paid = {
  deps: Deps;
  route: Route;
  raw: RawRequest;
  terms: PaymentRequirements;
  payment: X402Payment;
  payer: Address;
  nonce: Hex;
  token: string;
};

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
  const refused = (code: ErrorCode, message: string, details?: Details) =>
    challenge(terms, resourceOf(deps, route, raw), bazaarExtension(route), { code, message, details });
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

  const verified = await deps.facilitator.verify(liftPayment(payment, terms, resourceOf(deps, route, raw).url), terms);
  if (verified.status === "unavailable")
    throw facilitatorDown("could not be verified. Nothing ran and nothing was charged; please try again");
  if (verified.status === "invalid") {
    const known = await repeatOfSpent(deps, route, raw, terms, payment);
    return known ?? refused("payment_invalid", "The facilitator refused this payment.", { reason: verified.reason });
  }
  const { from, nonce } = payment.payload.authorization;
  const paid: Paid = {
    deps,
    route,
    raw,
    terms,
    payment,
    payer: from.toLowerCase() as Address,
    nonce: nonce.toLowerCase() as Hex,
    token: deps.newId(),
  };
  return claimAndRun(paid, run, refused);
}

type Refused = (code: ErrorCode, message: string, details?: Details) => GateAnswer;

async function claimAndRun(paid: Paid, run: Run, refused: Refused): Promise<GateAnswer> {
  const { deps, route, raw, payer, nonce, token } = paid;
  const operator = await signedOperator(deps, raw);
  const idempotency = await idempotencyOf(route, raw, { operator, payer });
  const debtors = debtorsOf(raw, payer);
  const begun = await beginPaidCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    requestHash: await requestHash(paid.payment, route, raw),
    token,
    holdMs: HOLD_MS,
    debtors,
    operator,
    idempotency,
  });
  switch (begun.kind) {
    case "run":
      return runClaimed(paid, run, refused, { idempotencyScope: idempotency?.scope ?? null, debtors });
    case "done":
    case "idempotency_repeat":
      return JSON.parse(begun.answer ?? "null") as GateAnswer;
    case "unknown":
      return resolveUnknown(paid, begun.answer, debtors);
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
        {
          retryAfterSec: begun.retryAfterSec ?? 1,
        },
      );
  }
}

type Ending = { idempotencyScope: string | null; debtors: readonly string[] };

async function runClaimed(paid: Paid, run: Run, refused: Refused, ending: Ending): Promise<GateAnswer> {
  let result: Awaited<ReturnType<Run>>;
  try {
    result = await run();
  } catch (error) {
    await end(paid, ending, "released", null, null);
    throw error;
  }
  const { deps, terms } = paid;
  const settled = await settle(paid);
  const answer = (receipt: object): GateAnswer => ({
    status: 200,
    body: result.body,
    headers: receiptHeaders(paid, receipt),
  });
  if (settled.status === "settled") {
    const good = answer({
      success: true,
      transaction: settled.transaction,
      network: PAYMENT_NETWORK,
      payer: paid.payer,
    });
    await end(paid, ending, "done", JSON.stringify(good), null);
    return good;
  }
  const reason = settled.status === "failed" ? settled.reason : "settlement_unknown";
  const owed = answer({
    success: false,
    errorReason: reason,
    transaction: "",
    network: PAYMENT_NETWORK,
    payer: paid.payer,
  });
  if (result.tookEffect) {
    // What took effect cannot be taken back: it is told, and the debt stands (decision 24).
    await end(paid, ending, "unknown", JSON.stringify(owed), { debtors: ending.debtors, amount: terms.amount });
    return owed;
  }
  if (settled.status === "failed") {
    await end(paid, ending, "released", null, null);
    deps.log("settlement_failed", { reason });
    return refused(
      "payment_not_settled",
      "The payment could not be settled, so the answer is withheld and nothing was charged.",
      { reason },
    );
  }
  const kept = answer({ success: true, transaction: "", network: PAYMENT_NETWORK, payer: paid.payer });
  await end(paid, { ...ending, idempotencyScope: null }, "unknown", JSON.stringify(kept), null);
  throw facilitatorDown(
    "may or may not have been settled. Send the very same request again: it is never charged twice",
  );
}

/** The facilitator's answer, and where that is lost the chain's. */
async function settle(paid: Paid) {
  const { deps, terms, payment, route, raw } = paid;
  const settled = await deps.facilitator.settle(liftPayment(payment, terms, resourceOf(deps, route, raw).url), terms);
  if (settled.status !== "unknown") return settled;
  const found = await lookUp(paid);
  return found.status === "settled" ? { ...found, payer: paid.payer } : settled;
}

const lookUp = ({ deps, terms, payer, nonce }: Pick<Paid, "deps" | "terms" | "payer" | "nonce">) =>
  findSettlement(deps.chain(8453), {
    token: terms.asset as Address,
    from: payer,
    to: terms.payTo as Address,
    valueBase: BigInt(terms.amount),
    nonce,
  });

/** A repeat of a request whose settlement was lost: the chain is asked again; nothing is settled a second time. */
async function resolveUnknown(paid: Paid, stored: string | null, debtors: readonly string[]): Promise<GateAnswer> {
  const found = await lookUp(paid);
  if (found.status !== "settled" || stored === null)
    throw facilitatorDown("is still not known to be settled. Try the very same request again later");
  const { deps, payer, nonce } = paid;
  await settleUnknownPayment.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    debtors,
  });
  const answer = JSON.parse(stored) as GateAnswer;
  return {
    ...answer,
    headers: receiptHeaders(paid, { success: true, transaction: found.transaction, network: PAYMENT_NETWORK, payer }),
  };
}

/** A spent payment does not verify again; the very request it bought gets its answer again, anything else is refused. */
async function repeatOfSpent(
  deps: Deps,
  route: Route,
  raw: RawRequest,
  terms: PaymentRequirements,
  payment: X402Payment,
): Promise<GateAnswer | null> {
  const payer = payment.payload.authorization.from.toLowerCase() as Address;
  const nonce = payment.payload.authorization.nonce.toLowerCase() as Hex;
  const seen = await readPaidCall.run(deps.redis, deps.keys, {
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    requestHash: await requestHash(payment, route, raw),
  });
  if (seen.kind === "done") return JSON.parse(seen.answer ?? "null") as GateAnswer;
  if (seen.kind === "unknown")
    return resolveUnknown(
      { deps, route, raw, terms, payment, payer, nonce, token: "" },
      seen.answer,
      debtorsOf(raw, payer),
    );
  if (seen.kind === "in_use")
    throw new AppError("payment_in_use", "This payment is being used by a call that still runs.", { retryAfterSec: 1 });
  if (seen.kind === "other")
    throw new AppError("payment_reused", "This payment has bought another answer already. Sign a new one.");
  return null;
}

async function end(
  { deps, payer, nonce, token }: Paid,
  { idempotencyScope }: Ending,
  outcome: "done" | "unknown" | "released",
  answer: string | null,
  debt: { debtors: readonly string[]; amount: string } | null,
): Promise<void> {
  const ending = endPaidCall.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    payer,
    nonce,
    token,
    outcome,
    answer,
    idempotencyScope,
    debt,
  });
  // The answer is the caller's whatever becomes of our bookkeeping: the hold ends by itself.
  await ending.catch((error: unknown) =>
    deps.log("paid_call_not_ended", { outcome, cause: error instanceof Error ? error.name : "unknown" }),
  );
}

function receiptHeaders({ payment }: Pick<Paid, "payment">, receipt: object): Record<string, string> {
  const encoded = toBase64(JSON.stringify(receipt));
  const v1 =
    payment.x402Version === 1
      ? { "X-PAYMENT-RESPONSE": toBase64(JSON.stringify({ ...receipt, network: "base" })) }
      : {};
  return { "PAYMENT-RESPONSE": encoded, ...v1, "Cache-Control": "private" };
}

/** The same request, to the byte, with the same payment. */
const requestHash = (payment: X402Payment, route: Route, raw: RawRequest): Promise<string> => {
  const { pathname, search } = new URL(raw.url);
  return sha256Hex([route.method, pathname, search, raw.bodyText, payment.payload.signature.toLowerCase()].join("\n"));
};

function resourceOf(deps: Deps, route: Route, raw: RawRequest) {
  const { origin, pathname } = new URL(raw.url);
  return { url: new URL(pathname, deps.env.PUBLIC_BASE_URL ?? origin).href, description: route.summary };
}

const facilitatorDown = (what: string): AppError => new AppError("facilitator_unavailable", `The payment ${what}.`);
