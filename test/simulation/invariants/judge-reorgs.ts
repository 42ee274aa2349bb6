import type { World } from "../world/create-world.ts";
import { isNonceQueueBehind } from "../world/is-lane-behind.ts";
import type { Prepared } from "../world/ledger.ts";

/**
 * What the chain no longer has as it was counted has frozen its vault and told its operator;
 * nothing else did. What is no longer watched is beyond this promise.
 */
export function judgeReorgs(world: World): void {
  for (const prepared of world.ledger.attempts.values()) {
    judgeRecord(world, prepared);
    const recordedAt = world.ledger.deepReorgs.get(prepared.attemptId);
    if (recordedAt !== undefined) judgeAlarm(world, prepared, recordedAt);
  }
}

/** An ended attempt is on chain as its record says, or somebody noticed that it is not. */
function judgeRecord(world: World, prepared: Prepared): void {
  const { redis, keys, ledger, chain } = world;
  const { attemptId, hashes } = prepared;
  const { status } = Object(redis.read(keys.attempt(attemptId)) ?? {}) as { status?: string };
  const mined = chain
    .canonical()
    .find(({ tx }) => hashes.has(tx.hash) && ledger.byHash.get(tx.hash) === prepared);
  const now =
    mined === undefined ? "missing" : mined.status === "success" ? "confirmed" : "reverted";
  const isWrong =
    status === "never_sent" || (status === "replaced" && !attemptId.startsWith("fill:"))
      ? now !== "missing"
      : (status === "confirmed" || status === "reverted") && status !== now;
  if (!isWrong || (mined !== undefined && isForgottenAndNoticed(world, prepared, mined.tx.hash)))
    return;
  if (
    status !== "never_sent" &&
    (ledger.deepReorgs.has(attemptId) || ledger.unwatched.has(attemptId))
  )
    return;
  ledger.violate(
    `${attemptId} was counted as ${status}, the chain says ${now}, and nobody noticed`,
  );
}

/**
 * Mined by bytes that the store lost: then the vault stands, or will before its wallet signs
 * anything more, or its operator has accepted the chain as it is (decision D33).
 */
const isForgottenAndNoticed = (world: World, { vault, agent }: Prepared, hash: string): boolean =>
  world.ledger.forgottenHashes.has(hash) &&
  (world.redis.read(world.keys.frozen(vault)) !== undefined ||
    world.acceptedWhatWasForgotten(vault) ||
    isNonceQueueBehind(world, agent));

function judgeAlarm(world: World, { attemptId, vault }: Prepared, recordedAt: number): void {
  const { redis, keys, ledger, chain, takenBack, reached } = world;
  reached.add("at rest: frozen after a deep reorg");
  if ((takenBack.get(attemptId) ?? 0) < chain.shape.confirmations)
    ledger.violate(
      `${attemptId} was taken for a deep reorg, and there was none below its confirmations`,
    );
  if (redis.read(keys.frozen(vault)) === undefined && !ledger.unfrozenSince(vault, recordedAt))
    ledger.violate(`${attemptId} was taken back by the chain, and its vault is not frozen`);
  if (!ledger.notifications.has(`${attemptId}:deep_reorg`))
    ledger.violate(`nobody was told that the chain took ${attemptId} back`);
}
