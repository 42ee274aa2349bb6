import type { Deps } from "../deps.ts";
import type { ConnectedChannel } from "../kinds/channel.ts";
import { sanitize } from "../lib/sanitize.ts";
import { requestWebhooks } from "../webhooks/webhook-delivery.ts";
import {
  connectedOf,
  deliverChannel,
  type OutboxBudget,
  type OutboxSummary,
} from "./deliver-channel.ts";
import { deliverReplies } from "./deliver-replies.ts";
import { DELIVERY_LIMITS, type OutboxDeps } from "./delivery-limits.ts";

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

const FOR_MS = 10_000;

/**
 * Delivers an operator's alarms at once, before other chats', webhooks included: an operation
 * expires in three minutes. The rest follows as soon as the chat may be written to.
 */
export async function notifyNow(deps: DeliveryDeps, operator: string): Promise<void> {
  const told = connectedOf(deps).map((channel) => deliverReplies(deps, channel, operator, FOR_MS));
  const [ends] = await Promise.all([Promise.all(told), requestWebhooks(deps)]);
  const nextMs = ends.filter((end) => end !== null);
  if (nextMs.length > 0) await publishDeliveries(deps, { shards: 1, fromMs: Math.min(...nextMs) });
}
