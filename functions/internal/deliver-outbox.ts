import * as z from "zod";
import { verifyScheduleSignature } from "../../src/auth/verify-schedule-signature.ts";
import { deliverAndPublish } from "../../src/notifications/deliver-and-publish.ts";
import { DELIVERY_LIMITS } from "../../src/notifications/delivery-limits.ts";
import { DELIVER_PATH } from "../../src/notifications/publish-deliveries.ts";
import { defineRoute } from "../../src/route.ts";

/**
 * Delivers notifications that ticks and slice shards left. It takes what is due then, so it does no
 * harm late, twice or never, and its body is not read. Only QStash's signature opens it.
 */
export const deliverOutboxRoute = defineRoute({
  method: "POST",
  path: DELIVER_PATH,
  price: "free",
  operationId: "deliverOutbox",
  summary: "Tell waiting notifications",
  tags: ["Internal"],
  auth: "schedule",
  leastScope: "none",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: z.object({ told: z.int(), dropped: z.int(), failed: z.int(), left: z.int() }),
  isUnlimited: true,
  handle: async ({ deps }, { raw }) => {
    await verifyScheduleSignature(deps.env, raw, DELIVER_PATH);
    return deliverAndPublish(deps, DELIVERY_LIMITS.shard);
  },
});
