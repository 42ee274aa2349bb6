import { requestWebhooks } from "../webhooks/webhook-delivery.ts";
import type { DeliveryDeps } from "./deliver-and-publish.ts";
import { connectedOf } from "./deliver-channel.ts";
import { deliverReplies } from "./deliver-replies.ts";
import { publishDeliveries } from "./publish-deliveries.ts";

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
