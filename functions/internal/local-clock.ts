import * as z from "zod";
import { unixMs } from "../../schemas/primitives.ts";
import { AppError } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";

/** Moves a local Worker's clock; elsewhere there is nothing at this path. */
export const localClock = defineRoute({
  method: "POST",
  path: "/api/internal/local-clock",
  price: "free",
  operationId: "localClock",
  summary: "Move the local clock",
  tags: ["Internal"],
  auth: "none",
  leastScope: "none",
  isInternal: true,
  query: z.object({}),
  body: z.object({ nowMs: unixMs }),
  output: z.object({ ok: z.literal(true), nowMs: unixMs }),
  isUnlimited: true,
  handle: async ({ deps }, { body }) => {
    if (deps.localClock === undefined)
      throw new AppError("not_found", "There is nothing at this path.");
    deps.localClock.moveTo(body.nowMs);
    return { ok: true as const, nowMs: deps.clock.nowMs() };
  },
});
