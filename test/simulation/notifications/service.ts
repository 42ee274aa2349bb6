import type { Deps } from "../../../src/deps.ts";
import type { QueuedCall } from "../../../src/schedule/qstash-publisher.ts";

/**
 * What the queue delivers, as the route runs it. Loaded when it is needed, so that the simulation
 * also plays a version without it.
 */
export async function runPublished(deps: Deps, { path }: QueuedCall): Promise<void> {
  if (path !== "/api/internal/outbox") throw new Error(`nothing is published to ${path}`);
  const { deliverAndPublish } = await import("../../../src/notifications/deliver-and-publish.ts");
  const { DELIVERY_LIMITS } = await import("../../../src/notifications/delivery-limits.ts");
  await deliverAndPublish(deps, DELIVERY_LIMITS.shard);
}

/** What opening an operation sets in motion behind its answer. */
export async function tellOperation(deps: Deps, operator: string): Promise<void> {
  const { notifyNow } = await import("../../../src/notifications/notify-now.ts");
  await notifyNow(deps, operator);
}
