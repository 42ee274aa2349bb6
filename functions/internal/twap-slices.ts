import * as z from "zod";
import { tickSummary } from "../../schemas/tick-summary.ts";
import { twapShard } from "../../schemas/twap-shard.ts";
import { verifyScheduleSignature } from "../../src/auth/verify-schedule-signature.ts";
import { invalidRequest } from "../../src/parse-input.ts";
import { defineRoute } from "../../src/route.ts";
import { runShard } from "../../src/schedule/run-shard.ts";
import { SHARD_PATH } from "../../src/schedule/shard-path.ts";

/** One shard of a tick's work, published by the tick itself. Only QStash's signature opens it, before its body is read. */
export const twapSlices = defineRoute({
  method: "POST",
  path: SHARD_PATH,
  price: "free",
  operationId: "twapSlices",
  summary: "Run due slices of some chains",
  tags: ["Internal"],
  auth: "schedule",
  isInternal: true,
  query: z.object({}),
  body: z.unknown(),
  output: tickSummary,
  isUnlimited: true,
  handle: async ({ deps }, { body, raw }) => {
    const { jti } = await verifyScheduleSignature(deps.env, raw, SHARD_PATH);
    const shard = twapShard.safeParse(body);
    if (!shard.success) throw invalidRequest(shard.error);
    return runShard(deps, { jti, ...shard.data });
  },
});
