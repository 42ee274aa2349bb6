import type { PaymentRequirements } from "@x402/core/types";
import type { Hash } from "viem";
import type { ErrorCode } from "../../schemas/error-codes.ts";
import { grantNotValid } from "../auth/require-grant.ts";
import { AppError } from "../errors.ts";
import { doorCalls } from "../kinds/venue-shares.ts";
import { jsonObject } from "../lib/is-object.ts";
import type { Details } from "../lib/verdict.ts";
import type { GateAnswer, RawRequest, Run } from "../route.ts";
import { beginPaidCall } from "../store/payments/begin-paid-call.ts";
import type { Debt, KeyPayment } from "../store/payments/stored-debt.ts";
import { idempotencyOf, keyInUse, keyReused } from "./idempotency-of.ts";
import { lookAtKey, paymentInUse, paymentReused } from "./look-at-key.ts";
import { lookAtUnended } from "./look-at-unended.ts";
import { type PaidCall, requestHash } from "./paid-call-state.ts";
import { openDebts, resolveUnknown, withDebts } from "./resolve-unknown.ts";
import { endCall, runClaimed } from "./run-claimed.ts";
import { callerOf, type SignedOperator, signedOperator } from "./signed-operator.ts";
import { countRepeat, takeLookup } from "./take-lookup.ts";

/** Longer than any handler and settlement. Then a call that cannot act may be tried again. */
const HOLD_MS = 360_000;
/**
 * Waits for a request that holds the payment: 3.2 s in all, more than refusing a wrong call takes.
 */
const TURNS_MS = [50, 100, 200, 400, 800, 1_600];

/** Makes a 402 whose price has the debts `owed` in it. */
export type Refused = (
  code: ErrorCode,
  message: string,
  details?: Details,
  owed?: readonly Debt[],
) => Promise<GateAnswer>;

type How = {
  verify?: () => Promise<GateAnswer | null>;
  /** The settlement of a run that did not end: nothing is verified or settled. */
  paidBy?: Hash;
};

type Known = { chainSaid?: "paid" | "unpaid"; over?: string };

/**
 * Claims a payment for one run, has it verified and runs; or answers an earlier run with the same
 * payment or key. The chain is asked first about a run that did not end.
 * @throws the handler's own error, after releasing the payment, and the refusals of the store
 */
export async function claimAndRun(
  unclaimed: PaidCall,
  run: Run,
  refused: Refused,
  { verify, paidBy: given }: How = {},
): Promise<GateAnswer> {
  const { deps, route, raw, price, payment, token, debtors, covers, network } = unclaimed;
  let asksFacilitator = verify;
  const { signed, paid: proven } = await operatorOf(unclaimed);
  const by = signed?.by;
  const operator = signed?.operator ?? null;
  let paid = proven;
  let paidBy = given;
  const idempotency = await idempotencyOf(
    route,
    raw,
    { operator: callerOf(signed), payer: paid.payer },
    payment,
  );
  const { validBefore } = payment.payload.authorization;
  let ofKey: KeyPayment = {
    payer: paid.payer,
    nonce: paid.nonce,
    requestHash: await requestHash(paid),
    amountBase: paid.terms.amount,
    validBefore,
  };
  const asked = (await route.venues?.(deps, raw)) ?? [];
  const venues = asked.length > 1 ? doorCalls(deps, asked) : null;
  const claim = async ({ chainSaid, over }: Known = {}) => {
    const nowMs = deps.clock.nowMs();
    const answer = await beginPaidCall.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs,
      payer: ofKey.payer,
      nonce: ofKey.nonce,
      requestHash: ofKey.requestHash,
      token,
      holdMs: HOLD_MS,
      debtors,
      covers: paid.covers.map(({ id }) => id),
      operator,
      by,
      idempotency: idempotency && { ...idempotency, payment: ofKey },
      acts: mayAct(deps, raw),
      venues,
      chainSaid: chainSaid ?? null,
      reads: paidBy !== undefined,
      over: over ?? null,
      caller: network,
      network:
        asksFacilitator === undefined || paid.askedAtMs !== null || chainSaid === "paid"
          ? null
          : network,
    });
    if (answer.counted) paid = { ...paid, askedAtMs: nowMs };
    return answer;
  };
  const idempotencyScope = idempotency?.scope ?? null;
  let begun = await claim(paidBy === undefined ? {} : { chainSaid: "paid" });
  for (const ms of TURNS_MS) {
    if (begun.kind !== "in_use" || begun.isOthers !== true) break;
    await deps.sleep(ms);
    begun = await claim();
  }
  if (begun.kind === "stale" || begun.kind === "lost") {
    const looked = await lookAtUnended(paid, { state: begun.kind, atMs: begun.atMs, validBefore });
    paidBy = looked?.paidBy;
    begun = await claim({ chainSaid: paidBy === undefined ? "unpaid" : "paid" });
  }
  if (begun.kind === "idempotency_unknown") {
    const found = await lookAtKey(paid, begun, idempotencyScope);
    if ("answer" in found) return found.answer;
    if ("paidBy" in found) {
      // The earlier call runs once more, by its own payment and terms. This payment is not taken.
      ofKey = found.earlier;
      paid = found.first;
      paidBy = found.paidBy;
    }
    begun = await claim(
      "over" in found ? { chainSaid: "unpaid", over: found.over } : { chainSaid: "paid" },
    );
  }
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
      const toVerify = paidBy === undefined ? asksFacilitator : undefined;
      const invalid =
        toVerify === undefined ? null : await verifyClaimed(paid, toVerify, idempotencyScope);
      if (invalid !== null) return invalid;
      return runClaimed(paid, run, {
        idempotencyScope,
        paidBy,
        freeVenues: begun.freeVenues,
        // An unsigned field must not put a debt on the address that it names.
        liable: signed === null ? [paid.payer] : debtors,
        refused,
      });
    }
    case "done":
    case "idempotency_repeat":
      return JSON.parse(begun.answer ?? "null") as GateAnswer;
    case "unknown":
    case "owed": {
      await countRepeat(paid);
      const { kind, answer: stored, atMs } = begun;
      const known = { kind, stored, atMs, validBefore, idempotencyScope };
      return (
        (await resolveUnknown(paid, known)) ??
        refused("payment_invalid", "This payment is over. Sign a new one.")
      );
    }
    case "in_use":
      throw paymentInUse();
    case "reused":
      throw paymentReused();
    case "stale":
    case "lost":
    case "idempotency_unknown":
      throw new AppError("payment_in_use", "An earlier run of this call is being looked up.", {
        retryAfterSec: 1,
      });
    case "idempotency_in_use":
      throw keyInUse();
    case "idempotency_conflict":
      throw keyReused();
    case "debt":
      return inDebt(refused, price, begun.debts ?? []);
    case "token_not_valid":
      throw grantNotValid(begun.fault ?? "unknown", deps.grant);
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

/** A contract's check of a signature is counted before the call is paid. */
async function operatorOf(
  paid: PaidCall,
): Promise<{ signed: SignedOperator | null; paid: PaidCall }> {
  const { deps, route, raw, network } = paid;
  let { askedAtMs } = paid;
  const signed = await signedOperator(deps, route, raw, async () => {
    askedAtMs ??= await takeLookup(deps, network);
  });
  return { signed, paid: { ...paid, askedAtMs } };
}

/** Counts signatures unverified: the call itself may confirm a contract's a moment later. */
const mayAct = ({ grant }: PaidCall["deps"], { headers, bodyText }: RawRequest): boolean =>
  grant?.token !== undefined ||
  headers.has("x-auth-signature") ||
  jsonObject(bodyText).authSignature !== undefined;

/** A payer who pays price and debts is served, and owes nothing any more. */
function inDebt(
  refused: Refused,
  price: PaymentRequirements,
  debts: readonly Debt[],
): Promise<GateAnswer> {
  const needed = withDebts(price, debts).amount;
  return refused(
    "payment_debt",
    `An earlier call took effect and could not be charged. Pay both: the ${needed} base ` +
      "units asked for here are its price and this call's.",
    { needed, owed: (BigInt(needed) - BigInt(price.amount)).toString() },
    debts,
  );
}
