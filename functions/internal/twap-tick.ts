import * as z from "zod";
import { tickSummary } from "../../schemas/tick-summary.ts";
import { verifyScheduleSignature } from "../../src/auth/verify-schedule-signature.ts";
import { defineRoute } from "../../src/route.ts";
import { runTick } from "../../src/schedule/run-tick.ts";

const PATH = "/api/internal/twap-tick";

/** The schedule's tick: resolves open attempts, then runs what is due. Only QStash's signature opens it (decision 49). */
export const twapTick = defineRoute({
  method: "POST",
  path: PATH,
  price: "free",
  operationId: "twapTick",
  summary: "Run due slices",
  tags: ["Internal"],
  auth: "schedule",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: tickSummary,
  isUnlimited: true,
  handle: async ({ deps }, { raw }) => runTick(deps, await verifyScheduleSignature(deps.env, raw, PATH)),
});
