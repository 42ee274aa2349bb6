import type { PaymentRequirements } from "@x402/core/types";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import type { PaidPriceId } from "../../schemas/price-table.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { jsonObject } from "../lib/json-object.ts";
import { lowerHex } from "../lib/lower-hex.ts";
import { networkOf } from "../lib/network-of.ts";
import type { Details, Refusal } from "../lib/verdict.ts";
import type { GateAnswer, RawRequest, Route, Run } from "../route.ts";
import { beginPaidCall } from "../store/payments/begin-paid-call.ts";
import type { Debt } from "../store/payments/stored-debt.ts";
import { asV2Payment } from "./as-v2-payment.ts";
import { challenge } from "./challenge.ts";
import { contractPayer } from "./contract-payer.ts";
import { endCall } from "./end-call.ts";
import { facilitatorDown } from "./facilitator-down.ts";
import { idempotencyOf } from "./idempotency-of.ts";
import { isSignedByPayer } from "./is-signed-by-payer.ts";
import { judgePayment } from "./judge-payment.ts";
import { lostCall } from "./lost-call.ts";
import { offeredExtensions } from "./offered-extensions.ts";
import { openDebts } from "./open-debts.ts";
import type { PaidCall } from "./paid-call.ts";
import { paidCallState } from "./paid-call-state.ts";
import { paymentTerms } from "./payment-terms.ts";
import { readPayment } from "./read-payment.ts";
import { repeatOfSpent } from "./repeat-of-spent.ts";
import { requestHash } from "./request-hash.ts";
import { resolveUnknown } from "./resolve-unknown.ts";
import { resourceOf } from "./resource-of.ts";
import { runClaimed } from "./run-claimed.ts";
import { signedOperator } from "./signed-operator.ts";
import { takeLookup } from "./take-lookup.ts";
import { unpaidAnswer } from "./unpaid-answer.ts";

/** Longer than any handler and settlement; then the payment of a call that cannot act may be tried again. */
const HOLD_MS = 360_000;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * The payment gate of one request: 402 | claimed -> verified -> run -> settle on 2xx, else release (decisions 21-24, 171).
 * Nothing runs before its payment is verified and its nonce claimed; one payment buys one answer. The facilitator is called
 * only for payments that their payer has signed, or that a contract may have signed.
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
  const refused: Refused = async (code, message, details, owed = []) => {
    const call = await route.listed?.(deps, raw);
    const [terms, resource] = [withDebts(price, owed), resourceOf(deps, route, raw, call)];
    const extensions = await offeredExtensions(deps, route, resource.url, terms, call);
    return challenge(terms, resource, extensions, { code, message, details });
  };
  const read = readPayment(raw.headers);
  if (!read.ok) return refused(read.code, read.message);
  const payment = read.value;
  if (payment === null) return unpaidAnswer(deps, route, priceId, raw);
  const { from, nonce } = payment.payload.authorization;
  const payer = lowerHex(from);
  const paid: PaidCall = {
    deps,
    route,
    raw,
    price,
    terms: price,
    covers: [],
    payment,
    payer,
    nonce: lowerHex(nonce),
    token: deps.newId(),
    network: networkOf(raw.headers),
    askedAtMs: null,
    debtors: debtorsOf(raw, payer),
  };
  const judged = judgePayment(payment, price, deps.clock.nowMs());
  // What can be refused at once costs no request to the chain or the facilitator.
  if (!judged.ok && !isMaybeSpent(paid, judged)) return refused(judged.code, judged.message, judged.details);
  if (await isSignedByPayer(payment, price)) return afterDebts(paid, run, refused);
  const doubted = { ...paid, askedAtMs: await takeLookup(deps, paid.network) };
  const contract = await contractPayer(deps, doubted);
  return contract.ok ? afterDebts(doubted, run, refused) : refused(contract.code, contract.message, contract.details);
}

/** An amount above the price is right for a payer in debt: `terms` and `covers` then say so. */
async function afterDebts(plain: PaidCall, run: Run, refused: Refused): Promise<GateAnswer> {
  const { deps, payment, price } = plain;
  const isMore = BigInt(payment.payload.authorization.value) > BigInt(price.amount);
  const seen = isMore ? await paidCallState(plain) : undefined;
  const paid = seen === undefined ? plain : { ...plain, terms: withDebts(price, seen.debts), covers: seen.debts };
  const judged = judgePayment(payment, paid.terms, deps.clock.nowMs());
  if (!judged.ok) {
    // A payer that repeats late, or has paid a debt with it, gets the answer it has bought and is not made to pay once more.
    const known = isMaybeSpent(paid, judged) ? await repeatOfSpent(paid, seen) : null;
    return known ?? refused(judged.code, judged.message, judged.details, paid.covers);
  }
  // A payment that its payer signed is claimed first, so that a payer without funds is counted before the facilitator is called.
  // A contract's, which only the facilitator can judge, is claimed after it: a stranger must not take a contract's nonces.
  if (paid.askedAtMs === null) return claimAndRun(paid, run, refused, () => verify(paid, refused));
  const invalid = await verify(paid, refused);
  if (invalid === null) return claimAndRun(paid, run, refused);
  return (await repeatOfSpent(paid)) ?? invalid;
}

/**
 * Null for a good payment, else the refusal.
 * @throws facilitator_unavailable
 */
async function verify(
  { deps, route, raw, payment, terms, covers }: PaidCall,
  refused: Refused,
): Promise<GateAnswer | null> {
  const verified = await deps.facilitator.verify(asV2Payment(payment, terms, resourceOf(deps, route, raw).url), terms);
  if (verified.status === "unavailable")
    throw facilitatorDown("could not be verified. Nothing ran and nothing was charged; please try again");
  if (verified.status === "valid") return null;
  return refused("payment_invalid", "The facilitator refused this payment.", { reason: verified.reason }, covers);
}

type Refused = (code: ErrorCode, message: string, details?: Details, owed?: readonly Debt[]) => Promise<GateAnswer>;

const isMaybeSpent = ({ payment, price }: PaidCall, { details }: Refusal): boolean =>
  details?.validBefore !== undefined || BigInt(payment.payload.authorization.value) > BigInt(price.amount);

const withDebts = (price: PaymentRequirements, debts: readonly Debt[]): PaymentRequirements => ({
  ...price,
  amount: debts.reduce((total, { amountBase }) => total + BigInt(amountBase), BigInt(price.amount)).toString(),
});

/** `verify`: calls the facilitator, where that was not done yet. */
async function claimAndRun(
  unclaimed: PaidCall,
  run: Run,
  refused: Refused,
  verify?: () => Promise<GateAnswer | null>,
): Promise<GateAnswer> {
  const { deps, route, raw, price, payment, payer, nonce, token, debtors, covers, network } = unclaimed;
  let asksFacilitator = verify;
  const { operator, paid: asked } = await operatorOf(unclaimed);
  let paid = asked;
  const idempotency = await idempotencyOf(route, raw, { operator, payer }, payment);
  const hash = await requestHash(paid);
  const claim = async () => {
    const nowMs = deps.clock.nowMs();
    const answer = await beginPaidCall.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
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
      network: asksFacilitator === undefined || paid.askedAtMs !== null ? null : network,
    });
    if (answer.counted) paid = { ...paid, askedAtMs: nowMs };
    return answer;
  };
  let begun = await claim();
  if (begun.kind === "debt") {
    // The chain is not read for a payment that the facilitator refuses.
    const invalid = await asksFacilitator?.();
    if (invalid) return invalid;
    asksFacilitator = undefined;
    const open = await openDebts(deps, price, begun.debts ?? []);
    if (open.length > 0 || covers.length > 0) return inDebt(refused, price, open);
    begun = await claim();
  }
  switch (begun.kind) {
    case "run": {
      const idempotencyScope = idempotency?.scope ?? null;
      const invalid =
        asksFacilitator === undefined ? null : await verifyClaimed(paid, asksFacilitator, idempotencyScope);
      if (invalid !== null) return invalid;
      return runClaimed(paid, run, {
        idempotencyScope,
        // Without a verified operator the payer alone owes: an unsigned field must not put a debt on the address it names.
        liable: operator === null ? [payer] : debtors,
        refused,
      });
    }
    case "done":
    case "idempotency_repeat":
      return JSON.parse(begun.answer ?? "null") as GateAnswer;
    case "unknown":
    case "owed":
      // Every repeat reads the chain.
      if (paid.askedAtMs === null) await takeLookup(deps, network);
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

/** Frees what was claimed where the facilitator says no, or nothing. */
async function verifyClaimed(
  paid: PaidCall,
  verify: () => Promise<GateAnswer | null>,
  idempotencyScope: string | null,
): Promise<GateAnswer | null> {
  try {
    const invalid = await verify();
    if (invalid !== null) await endCall(paid, { outcome: "invalid", idempotencyScope });
    return invalid;
  } catch (error) {
    await endCall(paid, { outcome: "unverified", idempotencyScope });
    throw error;
  }
}

/** The verified operator of the call. Where a contract must confirm the signature before the call is paid, that is counted first. */
async function operatorOf(paid: PaidCall): Promise<{ operator: string | null; paid: PaidCall }> {
  const { deps, route, raw, network } = paid;
  let { askedAtMs } = paid;
  const operator = await signedOperator(deps, route, raw, async () => {
    askedAtMs ??= await takeLookup(deps, network);
  });
  return { operator, paid: { ...paid, askedAtMs } };
}

/**
 * Whether a call could do something for an operator: by what it carries, verified or not. A contract's signature that a node
 * could not confirm here may be confirmed a moment later by the call itself.
 */
const mayAct = ({ headers, bodyText }: RawRequest): boolean =>
  headers.has("x-auth-signature") || jsonObject(bodyText).authSignature !== undefined;

/**
 * The addresses that a debt of this call would stand against: its payer, and the operator and vault it names (decision 24).
 * Lower case. Read as the call itself reads them, from the top of the body: fields that stand deeper do not count.
 */
function debtorsOf(raw: RawRequest, payer: string): string[] {
  const { operatorAddress, vaultAddress } = jsonObject(raw.bodyText);
  const named = [operatorAddress, vaultAddress].filter((one) => typeof one === "string" && ADDRESS.test(one));
  return [...new Set([payer, ...named].map((address) => String(address).toLowerCase()))];
}

/** A 402 over the price and what is owed: a payer that pays it is served, and owes nothing any more. */
function inDebt(refused: Refused, price: PaymentRequirements, debts: readonly Debt[]): Promise<GateAnswer> {
  const needed = withDebts(price, debts).amount;
  return refused(
    "payment_debt",
    `An earlier call took effect and could not be charged. Pay both: the ${needed} base units asked for here are its price and this call's.`,
    { needed, owed: (BigInt(needed) - BigInt(price.amount)).toString() },
    debts,
  );
}
