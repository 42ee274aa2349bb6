import * as z from "zod";
import { EXAMPLES } from "../../schemas/examples.ts";
import { healthReport } from "../../schemas/health-report.ts";
import { VERSION } from "../../schemas/version.ts";
import { checkHealth } from "../../src/discovery/check-health.ts";
import { AppError } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";

/** Health of the dependencies: 200 while the store answers, since nothing works without it. */
export const getHealth = defineRoute({
  method: "GET",
  path: "/api/health",
  price: "free",
  operationId: "getHealth",
  summary: "Show the state of every dependency",
  description:
    "`ok` of a venue and of the schedule says that they are configured; `scheduler` says " +
    "whether ticks come. 503 with the same words when the store is down.",
  tags: ["Discovery"],
  auth: "none",
  leastScope: "none",
  examples: {
    response: {
      ok: true,
      version: VERSION,
      dependencies: {
        store: "ok",
        facilitator: "ok",
        [`chain_${EXAMPLES.chainId}`]: "ok",
        [`venue_${EXAMPLES.venue}`]: "not_configured",
      },
      scheduler: { status: "ok", lastTickAt: 1788220800000 },
      webhooks: { failing: 0, off: 0 },
      bazaar: { success: 1788220800000, processing: null, rejected: null },
    },
  },
  query: z.object({}),
  body: z.undefined(),
  output: healthReport,
  noStore: true,
  // Must answer when the store, which counts calls, does not; its own memory keeps it cheap.
  isUnlimited: true,
  handle: async ({ deps }) => {
    const { dependencies, scheduler, webhooks, bazaar } = await checkHealth(deps);
    if (dependencies.store !== "ok")
      throw new AppError("store_unavailable", "The service's storage does not answer.", {
        details: dependencies,
      });
    return { ok: true as const, version: VERSION, dependencies, scheduler, webhooks, bazaar };
  },
});
