import type { TwapOrder } from "../../schemas/twap-order.ts";
import type { AttemptSight } from "../attempts/decide-attempt.ts";
import type { Finished } from "../attempts/finish-order.ts";
import { guarded } from "../attempts/guarded.ts";
import { lookAtAttempts } from "../attempts/look-at-attempts.ts";
import { resolveAttempt } from "../attempts/resolve-attempt.ts";
import { useUpNonce } from "../attempts/use-up-nonce.ts";
import { watchAttempts } from "../attempts/watch-attempts.ts";
import type { Deps } from "../deps.ts";
import { inParallel } from "../lib/in-parallel.ts";
import type { ClaimedAttempt, WatchedAttempt } from "../store/orders/claim-due.ts";
import { SCHEDULE_LIMITS } from "./schedule-limits.ts";
import type { SubrequestPlan } from "./subrequest-plan.ts";

type Seen = { claimed: ClaimedAttempt; sight: AttemptSight };
/** `takenBack`: vaults with a nonce that a reorg has just given back. `untilMs`: after it nothing more is begun. */
type Run = { leaseToken: number; takenBack: ReadonlySet<string>; plan: SubrequestPlan; untilMs: number };

const NEXT_CHECK_MS = 30_000;
/** Holes filled at once below one open attempt: more than one wallet may hold. */
const MAX_FILLS = 16;

type Claimed = { attempts: readonly ClaimedAttempt[]; watched: readonly WatchedAttempt[]; token: number };

/**
 * Follows up the attempts of one claim, the ended ones that are still watched and the open ones: all of a chain are looked
 * at in one request, then each wallet's open ones are handled in the order of their nonces, holes first. One broken
 * attempt never stops the others; its lease runs out. Gives the orders that are due now because an attempt of theirs has ended.
 */
export async function resolveAttempts(
  deps: Deps,
  { attempts, watched, token }: Claimed,
  plan: SubrequestPlan,
): Promise<TwapOrder[]> {
  const untilMs = deps.clock.nowMs() + SCHEDULE_LIMITS.resolveMs;
  const chains = [...Map.groupBy(attempts, ({ attempt }) => attempt.chainId)];
  const [takenBack, seen] = await Promise.all([
    watchAttempts(deps, watched),
    Promise.all(chains.map(async ([chainId, ofChain]) => guarded(deps, `chain ${chainId}`, () => look(deps, ofChain)))),
  ]);
  const lanes = Map.groupBy(
    seen.flatMap((ofChain) => ofChain ?? []),
    ({ claimed: { attempt } }) => `${attempt.chainId}:${attempt.agent}`,
  );
  const freed = await inParallel(SCHEDULE_LIMITS.lanesAtOnce, [...lanes.values()], (lane) =>
    resolveLane(deps, lane, { leaseToken: token, takenBack, plan, untilMs }),
  );
  const nowMs = deps.clock.nowMs();
  return freed.flat().flatMap(({ order, dueMs }) => (dueMs !== null && dueMs < nowMs ? [order] : []));
}

async function look(deps: Deps, claimed: readonly ClaimedAttempt[]): Promise<Seen[]> {
  const [first] = claimed;
  if (first === undefined) return [];
  const sights = await lookAtAttempts(
    deps.chain(first.attempt.chainId),
    claimed.map(({ attempt }) => attempt),
    deps.clock.nowMs(),
  );
  return claimed.flatMap((one, index) => {
    const sight = sights[index];
    return sight === undefined ? [] : [{ claimed: one, sight }];
  });
}

async function resolveLane(
  deps: Deps,
  lane: readonly Seen[],
  { leaseToken, takenBack, plan, untilMs }: Run,
): Promise<Finished[]> {
  const { attemptSubrequests, holeSubrequests } = SCHEDULE_LIMITS;
  const ordered = lane.toSorted((a, b) => a.sight.nonce - b.sight.nonce);
  const freed: Finished[] = [];
  for (const { claimed, sight } of ordered) {
    if (deps.clock.nowMs() >= untilMs) break;
    const holes = holesBelow(claimed, { sight, isTakenBack: takenBack.has(claimed.attempt.vault) });
    const resolved = plan.start(attemptSubrequests + holes.length * holeSubrequests, () =>
      guarded(deps, claimed.attempt.id, async () => {
        for (const nonce of holes)
          await useUpNonce(deps, claimed.attempt, { nonce, sight, nextCheckInMs: NEXT_CHECK_MS });
        return resolveAttempt(deps, claimed, { sight, leaseToken });
      }),
    );
    if (resolved === undefined) break;
    const finished = await resolved;
    if (finished) freed.push(finished);
  }
  return freed;
}

/**
 * Nonces below the lowest open one that nothing holds (a node that once counted wrong, a reorg) would stop the wallet for
 * ever: they are used up by 0 wei to itself, all in one go. Not one whose ended attempt is still watched:
 * the node may lag, or the chain mine it again, until a deep reorg is certain.
 */
function holesBelow(
  { attempt, lowestOpen, watchedNonces }: ClaimedAttempt,
  { sight: { chainNonce }, isTakenBack }: { sight: AttemptSight; isTakenBack: boolean },
): number[] {
  if (chainNonce === null || lowestOpen !== attempt.nonce) return [];
  const count = Math.max(0, Math.min(attempt.nonce - chainNonce, MAX_FILLS));
  return Array.from({ length: count }, (_, index) => chainNonce + index).filter(
    (nonce) => isTakenBack || !watchedNonces.includes(nonce),
  );
}
