import type { AnyOrder } from "../../schemas/any-order.ts";
import type { AttemptObservation } from "../attempts/decide-attempt.ts";
import { fillNonceGap } from "../attempts/fill-nonce-gap.ts";
import type { Finished } from "../attempts/finish-order.ts";
import { guarded } from "../attempts/guarded.ts";
import { observeAttempts } from "../attempts/observe-attempts.ts";
import { resolveAttempt } from "../attempts/resolve-attempt.ts";
import { watchAttempts } from "../attempts/watch-attempts.ts";
import type { Deps } from "../deps.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { ATTEMPT_LIMITS } from "../pipeline/attempt-limits.ts";
import type { ClaimedAttempt, WatchedAttempt } from "../store/orders/claim-due.ts";
import { SCHEDULE_LIMITS, type SubrequestPlan } from "./schedule-limits.ts";

type Seen = { claimed: ClaimedAttempt; observation: AttemptObservation };
/** `takenBack`: vaults whose nonce a reorg gave back. `untilMs`: nothing begins after it. */
type Run = {
  leaseToken: number;
  takenBack: ReadonlySet<string>;
  plan: SubrequestPlan;
  untilMs: number;
};

/** More than one wallet may hold. */
const MAX_FILLS = 16;

type Claimed = {
  attempts: readonly ClaimedAttempt[];
  watched: readonly WatchedAttempt[];
  token: number;
};

/**
 * Resolves open and watched attempts: one request a chain, then each wallet's by nonce, gaps first.
 * A broken one stops no other. Gives orders that an ended attempt made due.
 */
export async function resolveAttempts(
  deps: Deps,
  { attempts, watched, token }: Claimed,
  plan: SubrequestPlan,
): Promise<AnyOrder[]> {
  const untilMs = deps.clock.nowMs() + SCHEDULE_LIMITS.resolveMs;
  const chains = [...Map.groupBy(attempts, ({ attempt }) => attempt.chainId)];
  const [takenBack, seen] = await Promise.all([
    watchAttempts(deps, watched),
    Promise.all(
      chains.map(async ([chainId, ofChain]) =>
        guarded(deps, `chain ${chainId}`, () => look(deps, ofChain)),
      ),
    ),
  ]);
  const nonceQueues = Map.groupBy(
    seen.flatMap((ofChain) => ofChain ?? []),
    ({ claimed: { attempt } }) => `${attempt.chainId}:${attempt.agent}`,
  );
  const freed = await inParallel(
    SCHEDULE_LIMITS.nonceQueuesAtOnce,
    [...nonceQueues.values()],
    (nonceQueue) =>
      resolveNonceQueue(deps, nonceQueue, { leaseToken: token, takenBack, plan, untilMs }),
  );
  const nowMs = deps.clock.nowMs();
  return freed
    .flat()
    .flatMap(({ order, dueMs }) => (dueMs !== null && dueMs < nowMs ? [order] : []));
}

async function look(deps: Deps, claimed: readonly ClaimedAttempt[]): Promise<Seen[]> {
  const [first] = claimed;
  if (first === undefined) return [];
  const observations = await observeAttempts(
    deps.chain(first.attempt.chainId),
    claimed.map(({ attempt }) => attempt),
    deps.clock.nowMs(),
  );
  return claimed.flatMap((one, index) => {
    const observation = observations[index];
    return observation === undefined ? [] : [{ claimed: one, observation }];
  });
}

async function resolveNonceQueue(
  deps: Deps,
  nonceQueue: readonly Seen[],
  { leaseToken, takenBack, plan, untilMs }: Run,
): Promise<Finished[]> {
  const { attemptSubrequests, holeSubrequests } = SCHEDULE_LIMITS;
  const ordered = nonceQueue.toSorted((a, b) => a.observation.nonce - b.observation.nonce);
  const freed: Finished[] = [];
  for (const { claimed, observation } of ordered) {
    if (deps.clock.nowMs() >= untilMs) break;
    const gaps = gapsBelow(claimed, {
      observation,
      isTakenBack: takenBack.has(claimed.attempt.vault),
    });
    const resolved = plan.start(attemptSubrequests + gaps.length * holeSubrequests, () =>
      guarded(deps, claimed.attempt.id, async () => {
        for (const nonce of gaps)
          await fillNonceGap(deps, claimed.attempt, {
            nonce,
            observation,
            nextCheckInMs: ATTEMPT_LIMITS.nextCheckMs,
          });
        return resolveAttempt(deps, claimed, { observation, leaseToken });
      }),
    );
    if (resolved === undefined) break;
    const finished = await resolved;
    if (finished) freed.push(finished);
  }
  return freed;
}

/**
 * Gaps that nothing holds would stop the wallet for ever: 0 wei to itself fills them. A watched
 * nonce waits for a certain deep reorg, since a node may lag or the chain mine it again.
 */
function gapsBelow(
  { attempt, lowestOpen, watchedNonces }: ClaimedAttempt,
  {
    observation: { chainNonce },
    isTakenBack,
  }: { observation: AttemptObservation; isTakenBack: boolean },
): number[] {
  if (chainNonce === null || lowestOpen !== attempt.nonce) return [];
  const count = Math.max(0, Math.min(attempt.nonce - chainNonce, MAX_FILLS));
  return Array.from({ length: count }, (_, index) => chainNonce + index).filter(
    (nonce) => isTakenBack || !watchedNonces.includes(nonce),
  );
}
