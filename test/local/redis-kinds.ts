import { findRedisServer } from "../../local/redis/find-redis-server.ts";

/** What to hold to the contract. In CI the real one is never left out: where it is missing, its tests fail. */
export function redisKinds(): ("real" | "embedded")[] {
  const hasReal = findRedisServer() !== undefined || Boolean(process.env.REDIS_URL);
  return hasReal || process.env.CI === "true" ? ["real", "embedded"] : ["embedded"];
}
