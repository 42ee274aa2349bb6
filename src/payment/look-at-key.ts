import type { Address, Hash, Hex } from "viem";
import { AppError } from "../errors.ts";
import type { GateAnswer } from "../route.ts";
import type { KeyPayment } from "../store/payments/stored-debt.ts";
import { lookAtUnended } from "./look-at-unended.ts";
import {
  facilitatorDown,
  isOver,
  type PaidCall,
  type PaidCallState,
  paidCallState,
} from "./paid-call-state.ts";
import { resolveUnknown } from "./resolve-unknown.ts";
import { countRepeat } from "./take-lookup.ts";

type KeyTaken = {
  state?: "stale" | "lost" | "unknown" | undefined;
  answer: string | null;
  atMs: number | null;
  earlier?: KeyPayment | undefined;
};
type Looked =
  | { answer: GateAnswer }
  | { over: string }
  | { paidBy: Hash; earlier: KeyPayment; first: PaidCall };

/**
 * Asks the chain for the earlier payment under the key, before another one buys anything. Made: its
 * answer, or its call once more in its name (`first`) where that was lost. Never to be made
 * (`over`): the key is free.
 * @throws call_lost for what may have acted, facilitator_unavailable while unknown, rate_limited
 */
export async function lookAtKey(
  paid: PaidCall,
  key: KeyTaken,
  idempotencyScope: string | null,
): Promise<Looked> {
  const { state, earlier, atMs, answer: stored } = key;
  if (state === undefined || earlier === undefined) throw stillOpen();
  const { validBefore } = earlier;
  // Safe: both were written from a parsed payment.
  const [payer, nonce] = [earlier.payer as Address, earlier.nonce as Hex];
  const first: PaidCall = {
    ...paid,
    payer,
    nonce,
    covers: [],
    terms: { ...paid.price, amount: earlier.amountBase },
  };
  const over = { over: `${payer}:${nonce}` };
  if (state === "unknown") {
    await countRepeat(paid);
    const answer = await resolveUnknown(first, {
      kind: "unknown",
      stored,
      atMs,
      validBefore,
      idempotencyScope,
    });
    return answer === null ? over : { answer };
  }
  const looked = await lookAtUnended(first, { state, atMs, validBefore });
  if (looked !== undefined) return { paidBy: looked.paidBy, earlier, first };
  if (isOver(validBefore, paid.deps.clock.nowMs())) return over;
  throw stillOpen();
}

const stillOpen = () =>
  facilitatorDown(
    "of an earlier call with this Idempotency-Key may still be settled. Send that call again " +
      "with its own payment, or wait until it is over",
  );

/**
 * The same request with a spent payment gets its answer again, any other is refused. Null for a
 * payment that bought nothing. `again` runs a paid call that did not end; `known` is the store's
 * earlier answer.
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
      await countRepeat(paid);
      return resolveUnknown(paid, {
        kind: seen.kind,
        stored: seen.answer,
        atMs: seen.atMs,
        validBefore,
      });
    case "in_use":
      throw paymentInUse();
    case "stale":
    case "lost": {
      const looked = await lookAtUnended(paid, { state: seen.kind, atMs: seen.atMs, validBefore });
      return looked === undefined ? null : again(looked.paidBy);
    }
    case "other":
      throw paymentReused();
    default:
      return null;
  }
}

/** A call with the same payment still runs. */
export const paymentInUse = (): AppError =>
  new AppError("payment_in_use", "This payment is being used by a call that still runs.", {
    retryAfterSec: 1,
  });

/** One payment buys one answer. */
export const paymentReused = (): AppError =>
  new AppError("payment_reused", "This payment has bought another answer already. Sign a new one.");
