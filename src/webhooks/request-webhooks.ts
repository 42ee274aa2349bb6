import type { Deps } from "../deps.ts";
import { sanitize } from "../lib/sanitize.ts";
import { countWebhooks } from "../store/webhooks/count-webhooks.ts";
import { WEBHOOK_DELIVERY } from "./webhook-delivery.ts";

type RequestDeps = Pick<Deps, "redis" | "keys" | "clock" | "log" | "publisher">;

/**
 * Each a Worker call of its own: they never take connections or time of a tick or of the chat. Nothing is thrown: the next tick requests
 * again. One request where none is due.
 */
export async function requestWebhooks({ redis, keys, clock, log, publisher }: RequestDeps): Promise<void> {
  if (publisher === undefined) return;
  const { path, slotMs, atOnce, endpointsOfOne } = WEBHOOK_DELIVERY;
  try {
    const nowMs = clock.nowMs();
    const { due } = await countWebhooks.run(redis, keys, { nowMs });
    if (due === 0) return;
    const first = Math.floor(nowMs / slotMs) + 1;
    const deliveries = Math.min(atOnce, Math.ceil(due / endpointsOfOne));
    await publisher.publish(
      Array.from({ length: deliveries }, (_, index) => ({
        path,
        body: { slot: first, place: index },
        deduplicationId: `webhooks-${first}-${index}`,
        flow: { key: "sextant-webhooks", parallelism: atOnce },
        delaySec: Math.ceil((first * slotMs - nowMs) / 1_000),
      })),
    );
  } catch (error) {
    log("webhooks_not_requested", { cause: error instanceof Error ? sanitize(error.message, 300) : "unknown" });
  }
}
