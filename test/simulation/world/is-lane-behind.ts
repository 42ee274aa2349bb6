import type { World } from "./create-world.ts";

/**
 * Whether a wallet has mined more than the service knows of: nothing more can be written down for
 * it before its vault is frozen and its operator told (decision D33, `lane_forgot`).
 */
export function isNonceQueueBehind({ redis, keys, chain, chainId }: World, agent: string): boolean {
  const mined = chain.canonical().flatMap(({ tx }) => (tx.from === agent ? [tx.nonce] : []));
  const open = redis.read(keys.nonceQueueOpen(chainId, agent));
  const known = [
    Number(redis.read(keys.nonceQueueConfirmed(chainId, agent))),
    ...(open instanceof Map ? open.values() : []),
  ];
  return Math.max(...mined) > Math.max(...known.map(Number));
}
