import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { RawRequest, Route } from "../route.ts";
import { beginFreeCall } from "../store/scripts/begin-free-call.ts";
import { endFreeCall } from "../store/scripts/end-free-call.ts";
import type { GateAnswer } from "./challenge.ts";
import type { Run } from "./gate.ts";
import { type Idempotency, idempotencyOf } from "./idempotency-of.ts";
import { signedOperator } from "./signed-operator.ts";

const HOLD_MS = 120_000;

/**
 * A call that costs nothing: limited per address and per verified operator (decision 25), and run once per
 * Idempotency-Key where an operator has signed (decision 26). One Redis trip; two for a contract owner not yet remembered.
 * @throws rate_limited, idempotency_key_in_use, idempotency_key_reused, and the handler's own
 */
export async function freeCall(deps: Deps, route: Route, raw: RawRequest, run: Run): Promise<GateAnswer> {
  const plain = async (): Promise<GateAnswer> => ({ status: 200, body: (await run()).body, headers: {} });
  if (route.isUnlimited) return plain();
  const token = deps.newId();
  let ip = raw.headers.get("cf-connecting-ip");
  const begin = async (operator: string | null, idempotency: Idempotency | null) => {
    const answer = await beginFreeCall.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      ...{ ip, operator, token, holdMs: HOLD_MS, idempotency },
    });
    if (answer.kind === "rate_limited")
      throw new AppError("rate_limited", "Too many calls in a minute.", { retryAfterSec: answer.retryAfterSec ?? 60 });
    // One call counts once for its address.
    ip = null;
    return answer;
  };
  // Counted before the chain is asked about a contract's signature: a forged one must not cost requests without limit.
  const operator = await signedOperator(deps, route, raw, async () => {
    await begin(null, null);
  });
  const idempotency = await idempotencyOf(route, raw, { operator, payer: null });
  const begun = await begin(operator, idempotency);
  if (begun.kind === "idempotency_in_use")
    throw new AppError("idempotency_key_in_use", "A call with this Idempotency-Key still runs.", { retryAfterSec: 1 });
  if (begun.kind === "idempotency_conflict")
    throw new AppError("idempotency_key_reused", "This Idempotency-Key was used with another body.");
  if (begun.kind === "idempotency_repeat") return { status: 200, body: begun.answer ?? "", headers: {} };
  if (idempotency === null) return plain();
  const end = (answer: string | null) =>
    endFreeCall.run(deps.redis, deps.keys, {
      requestId: deps.newId(),
      nowMs: deps.clock.nowMs(),
      scope: idempotency.scope,
      token,
      answer,
    });
  let answer: GateAnswer;
  try {
    answer = await plain();
  } catch (error) {
    await end(null).catch(() => undefined);
    throw error;
  }
  // What was done is told, whatever becomes of our bookkeeping: the hold ends by itself.
  await end(answer.body).catch((error: unknown) =>
    deps.log("free_call_not_ended", { cause: error instanceof Error ? error.name : "unknown" }),
  );
  return answer;
}
