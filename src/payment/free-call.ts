import { grantNotValid } from "../auth/require-grant.ts";
import type { RequestContext } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { jsonObject } from "../lib/is-object.ts";
import { networkOf } from "../lib/network-of.ts";
import { parseInput } from "../parse-input.ts";
import type { GateAnswer, RawRequest, Route, Run } from "../route.ts";
import { beginFreeCall, endFreeCall, type FreeCallInput } from "../store/payments/begin-free-call.ts";
import { readAsOperator } from "../store/vaults/read-as-operator.ts";
import { type Idempotency, idempotencyOf } from "./idempotency-of.ts";
import { callerOf, type SignedOperator, signedOperator } from "./signed-operator.ts";
import { countFailedProof } from "./take-lookup.ts";

const HOLD_MS = 120_000;
/** Of a network over its limit: anybody can make keys. */
const SIGNERS_ASKED = 20;

/**
 * A free call: limited per network, or per known operator (decisions 25, 170 and 458), and run once per Idempotency-Key where an operator
 * has signed (decision 26). One Redis trip, with what the route `reads`; two for a contract owner not yet remembered, one more for a caller
 * who is not whom it claimed to be, and none once its network is over its limit, but for some who have signed.
 * @throws rate_limited, idempotency_key_in_use, idempotency_key_reused, and the handler's own
 */
export async function freeCall(deps: Deps, route: Route, raw: RawRequest, run: Run): Promise<GateAnswer> {
  let stored: RequestContext["stored"];
  const plain = async (): Promise<GateAnswer> => ({
    status: 200,
    body: (await run(undefined, stored && { stored })).body,
    headers: {},
  });
  if (route.isUnlimited) return plain();
  const network = networkOf(raw.headers);
  const token = deps.newId();
  const isNobodys = route.auth === "none";
  const claims = !isNobodys && (deps.grant?.token !== undefined || carriesSignature(raw));
  let isCounted = false;
  let askedAtMs: number | undefined;
  const begin = async (signed: SignedOperator | null, idempotency: Idempotency | null, asks = false) => {
    const nowMs = deps.clock.nowMs();
    const untilMs = deps.caches.refusedNetworks.get(network, nowMs);
    if (untilMs !== undefined && !mayBeKnown(deps, signed, network, untilMs))
      throw tooMany(Math.ceil((untilMs - nowMs) / 1_000));
    const call: FreeCallInput = {
      network: isCounted ? null : network,
      claimedFrom: claims ? network : null,
      ...{ operator: null, ...signed, isNobodys, token, holdMs: HOLD_MS, idempotency, asks, askedAtMs },
    };
    const reads = signed === null ? undefined : route.reads?.(parseInput(route, raw).query);
    if (signed !== null && reads !== undefined)
      stored = await readAsOperator.run(deps.redis, deps.keys, {
        ...{ ...reads, nowMs, call },
        ...(signed.by === undefined ? { operator: signed.operator } : { by: signed.by }),
      });
    const answer =
      stored?.begun ?? (await beginFreeCall.run(deps.redis, deps.keys, { requestId: deps.newId(), nowMs, ...call }));
    if (answer.kind === "rate_limited") {
      const { retryAfterSec = 60, ofNetwork } = answer;
      const endMs = nowMs + retryAfterSec * 1_000;
      // That is rounded up, and must not outlast its window.
      if (ofNetwork) deps.caches.refusedNetworks.set(network, endMs, endMs - 1_000);
      throw tooMany(retryAfterSec);
    }
    if (answer.kind === "token_not_valid") throw grantNotValid(answer.fault ?? "unknown", deps.grant);
    // One call counts once for its network.
    isCounted = true;
    if (asks) askedAtMs = nowMs;
    return answer;
  };
  // Counted first: a forged contract's signature must not cost requests without limit.
  const signed = await signedOperator(deps, route, raw, async () => {
    await begin(null, null, true);
  });
  const isForged = signed === null && askedAtMs !== undefined;
  const idempotency = await idempotencyOf(route, raw, { operator: callerOf(signed), payer: null });
  const begun = isForged ? RUN : await begin(signed, idempotency);
  if (begun.kind === "idempotency_in_use")
    throw new AppError("idempotency_key_in_use", "A call with this Idempotency-Key still runs.", { retryAfterSec: 1 });
  if (begun.kind === "idempotency_conflict")
    throw new AppError("idempotency_key_reused", "This Idempotency-Key was used with another body.");
  if (begun.kind === "idempotency_repeat") return { status: 200, body: begun.answer ?? "", headers: {} };
  const counted = async (): Promise<GateAnswer> => {
    try {
      return await plain();
    } catch (error) {
      if (claims && !isForged) await countFailedProof(deps, network, error);
      throw error;
    }
  };
  if (idempotency === null) return counted();
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
    answer = await counted();
  } catch (error) {
    await end(null).catch(() => undefined);
    throw error;
  }
  // The hold ends by itself.
  await end(answer.body).catch((error: unknown) =>
    deps.log("free_call_not_ended", { cause: error instanceof Error ? error.name : "unknown" }),
  );
  return answer;
}

/** Counted before the chain was read, without a verified operator: no second count. */
const RUN = { kind: "run", answer: null } as const;

/** A known operator counts for itself, also over its network's limit. */
function mayBeKnown(deps: Deps, signed: SignedOperator | null, network: string, untilMs: number): boolean {
  if (signed === null || signed.isOwner) return signed !== null;
  const key = `signers:${network}`;
  const asked = deps.caches.refusedNetworks.get(key, deps.clock.nowMs()) ?? 0;
  deps.caches.refusedNetworks.set(key, asked + 1, untilMs);
  return asked < SIGNERS_ASKED;
}

const tooMany = (retryAfterSec: number) =>
  new AppError(
    "rate_limited",
    "Too many calls of your network or operator in a minute, or too many that proved to be nobody's.",
    { retryAfterSec },
  );

/** Good or not, wherever the routes look for one. */
const carriesSignature = ({ url, headers, bodyText }: RawRequest): boolean =>
  headers.has("x-auth-signature") ||
  new URL(url).searchParams.has("authSignature") ||
  jsonObject(bodyText).authSignature !== undefined;
