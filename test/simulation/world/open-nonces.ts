import type { World } from "./create-world.ts";
import { PARTIES } from "./party.ts";

/** Nonces that the service holds open, as `agent nonce`: by its own records, and by what waits on the chain. */
export function openNonces({ redis, keys, chain, chainId, ledger, takenBack }: World): Set<string> {
  const open = new Set<string>();
  for (const { vault } of PARTIES) {
    const agent = [...ledger.attempts.values()].find((attempt) => attempt.vault === vault)?.agent;
    if (agent === undefined) continue;
    const lane = redis.read(keys.laneOpen(chainId, agent));
    if (lane instanceof Map) for (const nonce of lane.values()) open.add(`${agent} ${nonce}`);
  }
  for (const { from, nonce } of chain.waiting()) open.add(`${from} ${nonce}`);
  // What was ended and then put back by a deep reorg is its operator's to decide: nothing more is signed for it. Until it is
  // mined or outbid, what comes behind it waits too.
  for (const { hash, from, nonce } of chain.waiting()) {
    const id = ledger.byHash.get(hash)?.attemptId ?? "";
    const status: unknown = Reflect.get(Object(redis.read(keys.attempt(id)) ?? {}), "status");
    if (!takenBack.has(id) || status === "prepared" || status === "sent") continue;
    for (const one of open) if (one.startsWith(from) && Number(one.split(" ")[1]) >= nonce) open.delete(one);
  }
  return open;
}
