import "./fill-chains.ts";
import * as z from "zod";
import { ROUTE_TABLE } from "../../functions/route-table.ts";
import { createApp } from "../../src/app.ts";
import { consoleLog } from "../../src/console-log.ts";
import { createDeps } from "../../src/create-deps.ts";
import { createIsolate } from "../../src/create-isolate.ts";
import { AppError } from "../../src/errors.ts";
import { gate } from "../../src/payment/gate.ts";
import { defineRoute } from "../../src/route.ts";

class Moved extends Error {}

/**
 * What no route of the service does: a paid handler that fails in the way its caller asks for, or
 * works.
 */
const failing = defineRoute({
  method: "GET",
  path: "/api/failing",
  price: "quote",
  operationId: "failing",
  summary: "Fail as asked",
  auth: "none",
  leastScope: "none",
  query: z.object({ with: z.enum(["nothing", "500", "throw", "shape", "302"]) }),
  body: z.undefined(),
  output: z.object({ done: z.literal(true) }),
  handle: async (_ctx, { query }) => {
    if (query.with === "500") throw new AppError("internal_error", "This failed.");
    if (query.with === "throw") throw new TypeError("unexpected");
    if (query.with === "302") throw new Moved();
    // An answer that is not the route's: the cast is the fault that is played.
    return { done: query.with !== "shape" } as { done: true };
  },
  // A route answers something else than 200 the way /mcp does: behind the gate, after the run was
  // given up.
  charge: async ({ deps, route, raw, run }) => {
    try {
      return await gate(deps, route, "quote", raw, run);
    } catch (error) {
      if (error instanceof Moved)
        return { status: 302, body: "", headers: { Location: "/api/health" } };
      throw error;
    }
  },
});

const all = [...ROUTE_TABLE, failing];
const isolate = createIsolate();
const app = createApp(
  all,
  (bindings, waitUntil) =>
    createDeps(bindings, isolate, {
      fetcher: (url, init) => fetch(url, init),
      waitUntil,
      routes: all,
    }),
  consoleLog,
);

/** The service's own Worker with one more route. */
// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default { fetch: app.fetch } satisfies ExportedHandler<Record<string, unknown>>;
