import type { World } from "../world/create-world.ts";

/**
 * At rest nothing waits any more by a grant that was ended, and nobody has set anything for its
 * agent's own address. What an agent does while it acts is judged where it happens
 * (world/judge-grant-scripts.ts). Nothing is promised over a store that forgot.
 */
export function judgeGrants(world: World): void {
  const { grants, redis, keys, ledger, operations, reached } = world;
  for (const { id, endedAt } of grants) {
    if (endedAt === undefined || world.hasForgotten()) continue;
    reached.add("grant: ended");
    for (const operation of operations) {
      const { json = "{}", status } = Object(
        redis.read(keys.operation(operation.id)) ?? {},
      ) as Record<string, string>;
      const { grant } = JSON.parse(json) as { grant?: { id: string } };
      if (grant?.id !== id) continue;
      if (status === "open")
        ledger.violate(`operation ${operation.id.slice(0, 8)} waits, and its grant has ended`);
      if (status === "rejected") reached.add("grant: what waited was rejected");
    }
  }
}
