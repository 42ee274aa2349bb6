import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { DELIVERY_LIMITS } from "./delivery-limits.ts";

/**
 * Publishes shards at the beginning of time slots from `fromMs` on, one a slot: its number is the
 * deduplication id. The next tick delivers the rest.
 */
export async function publishDeliveries(
  { publisher, clock, log }: Pick<Deps, "publisher" | "clock" | "log">,
  { shards, fromMs }: { shards: number; fromMs: number },
): Promise<void> {
  if (publisher === undefined || shards <= 0) return;
  const { slotMs, maxShards, shardsAtOnce } = DELIVERY_LIMITS;
  const first = Math.floor(fromMs / slotMs) + 1;
  const calls = Array.from({ length: Math.min(shards, maxShards) }, (_, index) => ({
    path: DELIVER_PATH,
    body: { slot: first + index },
    deduplicationId: `outbox-${first + index}`,
    flow: { key: "sextant-outbox", parallelism: shardsAtOnce },
    delaySec: Math.max(0, Math.ceil(((first + index) * slotMs - clock.nowMs()) / 1_000)),
  }));
  try {
    await publisher.publish(calls);
  } catch (error) {
    log("deliveries_not_published", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
  }
}

/** The published path must be the URL whose signature is checked. */
export const DELIVER_PATH = "/api/internal/outbox";
