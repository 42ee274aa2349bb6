import * as z from "zod";
import { verifyScheduleSignature } from "../../src/auth/verify-schedule-signature.ts";
import { defineRoute } from "../../src/route.ts";
import { deliverWebhooks } from "../../src/webhooks/deliver-webhooks.ts";
import { requestWebhooks, WEBHOOK_DELIVERY } from "../../src/webhooks/webhook-delivery.ts";

/**
 * Delivers to the webhooks that are due then, so it does no harm late, twice or never, and its body
 * is not read. What its time or budget left is requested again. Only QStash's signature opens it.
 */
export const deliverWebhooksRoute = defineRoute({
  method: "POST",
  path: WEBHOOK_DELIVERY.path,
  price: "free",
  operationId: "deliverWebhooks",
  summary: "Deliver to webhooks",
  tags: ["Internal"],
  auth: "schedule",
  leastScope: "none",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: z.object({ delivered: z.int(), failed: z.int(), switchedOff: z.int() }),
  isUnlimited: true,
  handle: async ({ deps }, { raw }) => {
    await verifyScheduleSignature(deps.env, raw, WEBHOOK_DELIVERY.path);
    const summary = await deliverWebhooks(deps);
    await requestWebhooks(deps);
    return summary;
  },
});
