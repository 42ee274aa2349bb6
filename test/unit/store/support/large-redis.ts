import { redisKinds } from "../../../local/redis-kinds.ts";

/**
 * Where tens of thousands of orders are stored: the embedded Redis takes minutes for what the
 * others do in seconds.
 */
export function largeRedis(): "real" | "simulated" {
  return redisKinds().includes("real") ? "real" : "simulated";
}
