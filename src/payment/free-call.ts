import { grantNotValid } from "../auth/require-grant.ts";
import type { RequestContext } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError, errorName } from "../errors.ts";
import { jsonObject } from "../lib/is-object.ts";
import { networkOf } from "../lib/network-of.ts";
import { parseInput } from "../parse-input.ts";
import type { GateAnswer, RawRequest, Route, Run } from "../route.ts";
import {
  beginFreeCall,
  endFreeCall,
  type FreeCallInput,
} from "../store/payments/begin-free-call.ts";
import { readAsOperator } from "../store/vaults/read-as-operator.ts";
import { type Idempotency, idempotencyOf, keyInUse, keyReused } from "./idempotency-of.ts";
import { callerOf, type SignedOperator, signedOperator } from "./signed-operator.ts";
import { countFailedProof } from "./take-lookup.ts";

const HOLD_MS = 120_000;
/** Signers that may still be known, of a network over its limit. Anybody can make keys. */
const SIGNERS_ASKED = 20;

/**
 * A free call is limited per network or known operator (decision D10), and runs once per
 * Idempotency-Key of a signed operator (decision D8). One Redis trip with the route's `reads`; one
 * more for an unremembered contract owner or a false caller, none for a network over its limit.
 * @throws rate_limited, idempotency_key_in_use, idempotency_key_reused, and the handler's own
 */
export async function freeCall(
  deps: Deps,
  route: Route,
  raw: RawRequest,
  run: Run,
): Promise<GateAnswer> {
  let stored: RequestContext["stored"];
  const plain = async (): Promise<GateAnswer> => ({
    status: 200,
    body: (await run(undefined, stored && { stored })).body,
    headers: {},
  });
  const network = networkOf(raw.headers);
  const token = deps.newId();
  const isNobodys = route.auth === "none";
  const claims = !isNobodys && (deps.grant?.token !== undefined || carriesSignature(raw));
  let isCounted = false;
  let askedAtMs: number | undefined;
  const begin = async (
    signed: SignedOperator | null,
    idempotency: Idempotency | null,
    asks = false,
  ) => {
    const nowMs = deps.clock.nowMs();
    const untilMs = deps.caches.refusedNetworks.get(network, nowMs);
    if (untilMs !== undefined && !mayBeKnown(deps, signed, network, untilMs))
      throw tooMany(Math.ceil((untilMs - nowMs) / 1_000));
    const call: FreeCallInput = {
      network: isCounted ? null : network,
      claimedFrom: claims ? network : null,
      operator: null,
      ...signed,
      isNobodys,
      token,
      holdMs: HOLD_MS,
      idempotency,
      asks,
      askedAtMs,
    };
    const reads = signed === null ? undefined : route.reads?.(parseInput(route, raw).query);
    if (signed !== null && reads !== undefined)
      stored = await readAsOperator.run(deps.redis, deps.keys, {
        ...reads,
        nowMs,
        call,
        ...(signed.by === undefined ? { operator: signed.operator } : { by: signed.by }),
      });
    const answer =
      stored?.begun ??
      (await beginFreeCall.run(deps.redis, deps.keys, { requestId: deps.newId(), nowMs, ...call }));
    if (answer.kind === "rate_limited") {
      const { retryAfterSec = 60, ofNetwork } = answer;
      const endMs = nowMs + retryAfterSec * 1_000;
      // Rounded up, and must not outlast its window.
      if (ofNetwork) deps.caches.refusedNetworks.set(network, endMs, endMs - 1_000);
      throw tooMany(retryAfterSec);
    }
    if (answer.kind === "token_not_valid")
      throw grantNotValid(answer.fault ?? "unknown", deps.grant);
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
  if (begun.kind === "idempotency_in_use") throw keyInUse();
  if (begun.kind === "idempotency_conflict") throw keyReused();
  if (begun.kind === "idempotency_repeat")
    return { status: 200, body: begun.answer ?? "", headers: {} };
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
  // Without this the hold ends by itself.
  await end(answer.body).catch((error: unknown) =>
    deps.log("free_call_not_ended", { cause: errorName(error) }),
  );
  return answer;
}

/**
 * A call that was counted before the chain was read, and has no verified operator, is not counted
 * twice.
 */
const RUN = { kind: "run", answer: null } as const;

/** A known operator counts for itself, even over its network's limit. */
function mayBeKnown(
  deps: Deps,
  signed: SignedOperator | null,
  network: string,
  untilMs: number,
): boolean {
  if (signed === null || signed.isOwner) return signed !== null;
  const key = `signers:${network}`;
  const asked = deps.caches.refusedNetworks.get(key, deps.clock.nowMs()) ?? 0;
  deps.caches.refusedNetworks.set(key, asked + 1, untilMs);
  return asked < SIGNERS_ASKED;
}

const tooMany = (retryAfterSec: number) =>
  new AppError(
    "rate_limited",
    "Too many calls of your network or operator in a minute, or too many that proved to be " +
      "nobody's.",
    { retryAfterSec },
  );

const carriesSignature = ({ url, headers, bodyText }: RawRequest): boolean =>
  headers.has("x-auth-signature") ||
  new URL(url).searchParams.has("authSignature") ||
  jsonObject(bodyText).authSignature !== undefined;
