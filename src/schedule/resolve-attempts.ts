import type { Deps } from "../deps.ts";
import type { AttemptSight } from "../execution/decide-attempt.ts";
import { lookAtAttempts } from "../execution/look-at-attempts.ts";
import { useUpNonce } from "../execution/use-up-nonce.ts";
import { inParallel } from "../lib/in-parallel.ts";
import type { ClaimedAttempt } from "../store/scripts/claim-due.ts";
import { guarded } from "./guarded.ts";
import { resolveAttempt } from "./resolve-attempt.ts";

type Seen = { claimed: ClaimedAttempt; sight: AttemptSight };

const LANES_AT_ONCE = 4;
const NEXT_CHECK_MS = 30_000;
/** Holes filled at once below one open attempt: more than one wallet may hold. */
const MAX_FILLS = 16;

/**
 * Follows up the open attempts of one claim: all of a chain are looked at in one request, then each wallet's are handled
 * in the order of their nonces, holes first. One broken attempt never stops the others; its lease runs out.
 */
export async function resolveAttempts(
  deps: Deps,
  attempts: readonly ClaimedAttempt[],
  leaseToken: number,
): Promise<void> {
  const chains = [...Map.groupBy(attempts, ({ attempt }) => attempt.chainId)];
  const seen = await Promise.all(
    chains.map(async ([chainId, ofChain]) => guarded(deps, `chain ${chainId}`, () => look(deps, ofChain))),
  );
  const lanes = Map.groupBy(
    seen.flatMap((ofChain) => ofChain ?? []),
    ({ claimed: { attempt } }) => `${attempt.chainId}:${attempt.agent}`,
  );
  await inParallel(LANES_AT_ONCE, [...lanes.values()], (lane) => resolveLane(deps, lane, leaseToken));
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

async function resolveLane(deps: Deps, lane: readonly Seen[], leaseToken: number): Promise<void> {
  const ordered = lane.toSorted((a, b) => a.sight.nonce - b.sight.nonce);
  for (const { claimed, sight } of ordered) {
    await guarded(deps, claimed.attempt.id, async () => {
      await fillHoles(deps, claimed, sight);
      await resolveAttempt(deps, claimed, { sight, leaseToken });
    });
  }
}

/**
 * Nonces below the lowest open one that nothing holds (a node that once counted wrong, a reorg) would stop the wallet for
 * ever: they are used up by 0 wei to itself, all in one go.
 */
async function fillHoles(deps: Deps, { attempt, lowestOpen }: ClaimedAttempt, sight: AttemptSight): Promise<void> {
  const { chainNonce } = sight;
  if (chainNonce === null || lowestOpen !== attempt.nonce) return;
  const end = Math.min(attempt.nonce, chainNonce + MAX_FILLS);
  for (let nonce = chainNonce; nonce < end; nonce += 1)
    await useUpNonce(deps, attempt, { nonce, sight, nextCheckInMs: NEXT_CHECK_MS });
}
