import { type NavSync, navSync } from "../../../schemas/nav-sync.ts";
import type { AskedSync, World } from "../world/create-world.ts";

export type SyncRecord = { sync: NavSync; lease: string | undefined; attempt: string | undefined };

/** A NAV sync as it is stored; undefined when it is gone, or its number is an order's now. */
export function readSync(
  { redis, keys }: Pick<World, "redis" | "keys">,
  { vault, id }: AskedSync,
): SyncRecord | undefined {
  const { json, lease, attempt } = Object(redis.read(keys.order(vault, id)) ?? {}) as Record<
    string,
    string
  >;
  if (json === undefined || !json.includes('"kind":"nav_sync"')) return undefined;
  return { sync: navSync.parse(JSON.parse(json)), lease, attempt };
}
