import type { World } from "../world/create-world.ts";

/**
 * What the chain no longer has as it was counted has frozen its vault and told its operator; nothing else did. What is no
 * longer watched is beyond this promise.
 */
export function judgeReorgs({ redis, keys, ledger, chain, takenBack, reached }: World): void {
  for (const prepared of ledger.attempts.values()) {
    const { attemptId, vault, hashes } = prepared;
    const record = Object(redis.read(keys.attempt(attemptId)) ?? {}) as { status?: string };
    const mined = chain.canonical().find(({ tx }) => hashes.has(tx.hash) && ledger.byHash.get(tx.hash) === prepared);
    const now = mined === undefined ? "missing" : mined.status === "success" ? "confirmed" : "reverted";
    if (record.status === "never_sent" && now !== "missing")
      ledger.violate(`${attemptId} was closed as never sent, the chain says ${now}`);
    if (
      record.status === "replaced" &&
      !attemptId.startsWith("fill:") &&
      now !== "missing" &&
      !ledger.deepReorgs.has(attemptId) &&
      !ledger.unwatched.has(attemptId)
    )
      ledger.violate(`${attemptId} was counted as replaced, the chain says ${now}, and nobody noticed`);
    const recordedAt = ledger.deepReorgs.get(attemptId);
    const isCounted = record.status === "confirmed" || record.status === "reverted";
    if (isCounted && record.status !== now && recordedAt === undefined && !ledger.unwatched.has(attemptId))
      ledger.violate(`${attemptId} was counted as ${record.status}, the chain says ${now}, and nobody noticed`);
    if (recordedAt === undefined) continue;
    reached.add("at rest: frozen after a deep reorg");
    if ((takenBack.get(attemptId) ?? 0) < chain.shape.confirmations)
      ledger.violate(`${attemptId} was taken for a deep reorg, and there was none below its confirmations`);
    if (redis.read(keys.frozen(vault)) === undefined && !ledger.unfrozenSince(vault, recordedAt))
      ledger.violate(`${attemptId} was taken back by the chain, and its vault is not frozen`);
    if (!ledger.notifications.has(`${attemptId}:deep_reorg`))
      ledger.violate(`nobody was told that the chain took ${attemptId} back`);
  }
}
