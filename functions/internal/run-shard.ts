import * as z from "zod";
import { SCHEDULE_ROUTES } from "../../schemas/schedule-routes.ts";
import { tickShard } from "../../schemas/tick-shard.ts";
import { tickSummary } from "../../schemas/tick-summary.ts";
import { verifyScheduleSignature } from "../../src/auth/verify-schedule-signature.ts";
import { invalidRequest } from "../../src/parse-input.ts";
import { defineRoute } from "../../src/route.ts";
import { runShard } from "../../src/schedule/run-shard.ts";

/**
 * One shard of a tick's work, published by the tick itself. Only QStash's signature opens it,
 * before its body is read.
 */
export const runShardRoute = defineRoute({
  method: "POST",
  path: SCHEDULE_ROUTES.shard,
  price: "free",
  operationId: "runShard",
  summary: "Run due slices of some chains",
  tags: ["Internal"],
  auth: "schedule",
  leastScope: "none",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: tickSummary,
  isUnlimited: true,
  handle: async ({ deps }, { body, raw }) => {
    const { jti } = await verifyScheduleSignature(deps.env, raw, SCHEDULE_ROUTES.shard);
    const shard = tickShard.safeParse(body);
    if (!shard.success) throw invalidRequest(shard.error);
    return runShard(deps, { jti, ...shard.data });
  },
});
