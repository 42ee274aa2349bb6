import * as z from "zod";
import { SCHEDULE_ROUTES } from "../../schemas/schedule-routes.ts";
import { tickSummary } from "../../schemas/tick-summary.ts";
import { verifyScheduleSignature } from "../../src/auth/verify-schedule-signature.ts";
import { defineRoute } from "../../src/route.ts";
import { runTick } from "../../src/schedule/run-tick.ts";

/**
 * The schedule's tick: resolves open attempts, then runs what is due. Only QStash's signature opens
 * it (decision D42).
 */
export const runTickRoute = defineRoute({
  method: "POST",
  path: SCHEDULE_ROUTES.tick,
  price: "free",
  operationId: "runTick",
  summary: "Run due slices",
  tags: ["Internal"],
  auth: "schedule",
  leastScope: "none",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: tickSummary,
  isUnlimited: true,
  handle: async ({ deps }, { raw }) =>
    runTick(deps, await verifyScheduleSignature(deps.env, raw, SCHEDULE_ROUTES.tick)),
});
