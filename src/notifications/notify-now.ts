import { requestWebhooks } from "../webhooks/request-webhooks.ts";
import type { DeliveryDeps } from "./deliver-and-publish.ts";
import { deliverReplies } from "./deliver-replies.ts";
import { publishDeliveries } from "./publish-deliveries.ts";

const FOR_MS = 10_000;

/**
 * Delivers one operator's outbox, alarms first, behind no other chat, and has webhooks delivered: an operation can be approved for three minutes. What the
 * channel did not take is left to a delivery as soon as the chat may be written to again.
 */
export async function notifyNow(deps: DeliveryDeps, operator: string): Promise<void> {
  const [nextMs] = await Promise.all([deliverReplies(deps, operator, FOR_MS), requestWebhooks(deps)]);
  if (nextMs !== null) await publishDeliveries(deps, { shards: 1, fromMs: nextMs });
}
