import type { World } from "../world/create-world.ts";
import { PARTIES } from "../world/party.ts";

/**
 * The loss budget holds what was written down with each attempt, but of those that are known to have had no effect: no more
 * and no less. A nonce used by what the store forgot, or given back by a reorg, is no such knowledge.
 */
export function judgeLosses({ redis, keys, ledger, chainId, reached }: World): void {
  const wanted = new Map<string, number>();
  for (const { attemptId, vault, lossPpb } of ledger.attempts.values()) {
    const { status, json = "{}" } = Object(redis.read(keys.attempt(attemptId)) ?? {}) as Record<string, string>;
    const isKnown = !JSON.parse(json).isForgotten && !ledger.happenedAfterAll.has(attemptId);
    const hadEffect = status !== undefined && !(isKnown && WITHOUT_EFFECT.includes(status));
    if (hadEffect) wanted.set(vault, (wanted.get(vault) ?? 0) + lossPpb);
    if (lossPpb > 0 && status !== undefined) reached.add(`loss: ${hadEffect ? "counted" : "taken back"}`);
  }
  for (const { vault } of PARTIES) {
    const kept = Object.values(Object(redis.read(keys.losses(chainId, vault)) ?? {})).map(Number);
    const sum = kept.reduce((total, ppb) => total + ppb, 0);
    const should = wanted.get(vault) ?? 0;
    if (sum !== should)
      ledger.violate(`${vault.slice(0, 6)} has lost ${sum} ppb by its budget, ${should} by its attempts`);
  }
}

const WITHOUT_EFFECT = ["reverted", "replaced", "never_sent"];
