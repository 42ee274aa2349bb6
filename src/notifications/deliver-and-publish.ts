import type { Deps } from "../deps.ts";
import type { ConnectedChannel } from "../kinds/channel.ts";
import { requestWebhooks } from "../webhooks/webhook-delivery.ts";
import {
  connectedOf,
  deliverChannel,
  type OutboxBudget,
  type OutboxSummary,
} from "./deliver-channel.ts";
import { DELIVERY_LIMITS, type OutboxDeps } from "./delivery-limits.ts";
import { publishDeliveries } from "./publish-deliveries.ts";

/** `hasWebhooks` false: nobody has one, so none is asked for. */
export type DeliveryBudget = OutboxBudget & { hasWebhooks?: boolean };
export type DeliveryDeps = OutboxDeps & Pick<Deps, "publisher">;

/** Delivers to channels, webhooks beside them, and publishes shards for the rest. */
export async function deliverAndPublish(
  deps: DeliveryDeps,
  budget: DeliveryBudget,
): Promise<OutboxSummary> {
  const subrequests = budget.subrequests - 3;
  const [{ summary, shards }] = await Promise.all([
    deliverOutbox(deps, { forMs: budget.forMs, subrequests }),
    budget.hasWebhooks === false ? undefined : requestWebhooks(deps),
  ]);
  await publishDeliveries(deps, { shards, fromMs: deps.clock.nowMs() });
  return summary;
}

/**
 * Delivers to every channel at once, with equal shares, so that a dead one holds up no other.
 * `shards`: slots for the rest; without room for a round one shard looks.
 */
export async function deliverOutbox(
  deps: OutboxDeps,
  { subrequests, forMs }: OutboxBudget,
): Promise<{ summary: OutboxSummary; shards: number }> {
  const channels = connectedOf(deps);
  const share = { forMs, subrequests: Math.floor(subrequests / Math.max(1, channels.length)) };
  const hasRoom = share.subrequests >= DELIVERY_LIMITS.roundSubrequests;
  const ends = await Promise.all(channels.map((channel) => deliverChannel(deps, channel, share)));
  const shardsOf = ({ queue }: ConnectedChannel, left: number) =>
    hasRoom ? Math.ceil(left / Math.floor(DELIVERY_LIMITS.slotMs / queue.paceMs.all)) : 1;
  const summary: OutboxSummary = { told: 0, dropped: 0, failed: 0, left: 0 };
  let shards = 0;
  for (const [index, channel] of channels.entries()) {
    const end = ends[index] ?? summary;
    shards = Math.max(shards, shardsOf(channel, end.left));
    for (const name of ["told", "dropped", "failed", "left"] as const) summary[name] += end[name];
  }
  return { summary, shards };
}
