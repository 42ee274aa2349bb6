import type { Deps } from "../deps.ts";
import { requestWebhooks } from "../webhooks/request-webhooks.ts";
import type { OutboxBudget, OutboxSummary } from "./deliver-channel.ts";
import { deliverOutbox } from "./deliver-outbox.ts";
import type { OutboxDeps } from "./outbox-deps.ts";
import { publishDeliveries } from "./publish-deliveries.ts";

/** `hasWebhooks` false: nobody has one, so none is asked for. */
export type DeliveryBudget = OutboxBudget & { hasWebhooks?: boolean };
export type DeliveryDeps = OutboxDeps & Pick<Deps, "publisher">;

/** Webhooks beside everything else; a delivery to channels, and shards through the queue for what its budget left. */
export async function deliverAndPublish(deps: DeliveryDeps, budget: DeliveryBudget): Promise<OutboxSummary> {
  const subrequests = budget.subrequests - 3;
  const [{ summary, shards }] = await Promise.all([
    deliverOutbox(deps, { forMs: budget.forMs, subrequests }),
    budget.hasWebhooks === false ? undefined : requestWebhooks(deps),
  ]);
  await publishDeliveries(deps, { shards, fromMs: deps.clock.nowMs() });
  return summary;
}
