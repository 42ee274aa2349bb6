import type { World } from "./create-world.ts";
import { PARTIES } from "./party.ts";

type OpenNonces = {
  /** As `agent nonce`. */
  open: Set<string>;
  /**
   * Those of them that wait behind one which a deep reorg put back: they must be closed too, but
   * not within two ticks.
   */
  behind: Set<string>;
};

/** Nonces that the service holds open: by its own records, and by what waits on the chain. */
export function openNonces({ redis, keys, chain, chainId, ledger, takenBack }: World): OpenNonces {
  const open = new Set<string>();
  for (const { vault } of PARTIES) {
    const agent = [...ledger.attempts.values()].find((attempt) => attempt.vault === vault)?.agent;
    if (agent === undefined) continue;
    const nonceQueue = redis.read(keys.nonceQueueOpen(chainId, agent));
    if (nonceQueue instanceof Map)
      for (const nonce of nonceQueue.values()) open.add(`${agent} ${nonce}`);
  }
  // What the store lost is held by nobody but the chain.
  for (const { hash, from, nonce } of chain.waiting())
    if (!ledger.forgottenHashes.has(hash)) open.add(`${from} ${nonce}`);
  const behind = new Set<string>();
  // What was ended and then put back by a deep reorg is its operator's to decide: nothing more is
  // signed for it.
  for (const { hash, from, nonce } of chain.waiting()) {
    const id = ledger.byHash.get(hash)?.attemptId ?? "";
    const status: unknown = Reflect.get(Object(redis.read(keys.attempt(id)) ?? {}), "status");
    if (!takenBack.has(id) || status === "prepared" || status === "sent") continue;
    open.delete(`${from} ${nonce}`);
    for (const one of open)
      if (one.startsWith(from) && Number(one.split(" ")[1]) > nonce) behind.add(one);
  }
  return { open, behind };
}
