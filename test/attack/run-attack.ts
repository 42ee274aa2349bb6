import { type AttackWorld, createAttackWorld, type Upstream } from "./attack-world.ts";
import type { Kind } from "./kinds.ts";
import type { Source } from "./sources.ts";

/** So many are under way together. */
const AT_ONCE = 20;

export type AttackResult = {
  asked: Upstream;
  ceiling: Upstream;
  statuses: ReadonlyMap<number, number>;
  stored: ReturnType<AttackWorld["stored"]>;
};

/**
 * Sends so many requests of a kind from a source to a service of its own, and counts what it asked
 * of others for them.
 */
export async function runAttack(
  kind: Kind,
  source: Source,
  requests: number,
): Promise<AttackResult> {
  const world = createAttackWorld();
  const make = await kind.prepare(world);
  const addressOf = (n: number) => source.addressOf(n);
  for (let sent = 0; sent < requests; sent += AT_ONCE) {
    const some = Array.from(
      { length: Math.min(AT_ONCE, requests - sent) },
      (_, index) => sent + index,
    );
    const made = await Promise.all(some.map(async (n) => [await make(n), addressOf(n)] as const));
    await Promise.all(
      made.map(async ([request, address]) => (await world.send(request, address)).arrayBuffer()),
    );
  }
  return {
    asked: world.upstream,
    ceiling: kind.ceiling(requests, source.networks(requests)),
    statuses: world.statuses,
    stored: world.stored(),
  };
}
