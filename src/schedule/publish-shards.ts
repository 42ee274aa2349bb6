import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { QueuedCall } from "./publisher.ts";

/** Whether all are queued. What may have been queued all the same does no harm: a shard runs what it can claim. */
export async function publishShards(
  { publisher, log }: Pick<Deps, "publisher" | "log">,
  shards: readonly QueuedCall[],
): Promise<boolean> {
  if (publisher === undefined || shards.length === 0) return false;
  try {
    await publisher.publish(shards);
    return true;
  } catch (error) {
    log("shards_not_published", {
      shards: shards.length,
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
    return false;
  }
}
