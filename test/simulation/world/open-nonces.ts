import type { World } from "./create-world.ts";
import { PARTIES } from "./party.ts";

/** Nonces that the service holds open, as `agent nonce`: by its own records, and by what waits on the chain. */
export function openNonces({ redis, keys, chain, chainId, ledger }: World): Set<string> {
  const open = new Set<string>();
  for (const { vault } of PARTIES) {
    const agent = [...ledger.attempts.values()].find((attempt) => attempt.vault === vault)?.agent;
    if (agent === undefined) continue;
    const lane = redis.read(keys.laneOpen(chainId, agent));
    if (lane instanceof Map) for (const nonce of lane.values()) open.add(`${agent} ${nonce}`);
  }
  for (const { from, nonce } of chain.waiting()) open.add(`${from} ${nonce}`);
  // What a deep reorg put back is its operator's to decide: the vault is frozen, and nothing more is signed for it. Until
  // it is mined or outbid, what comes behind it waits too.
  for (const { hash, from, nonce } of chain.waiting()) {
    if (!ledger.deepReorgs.has(ledger.byHash.get(hash)?.attemptId ?? "")) continue;
    for (const one of open) if (one.startsWith(from) && Number(one.split(" ")[1]) >= nonce) open.delete(one);
  }
  return open;
}
