import { ROUTE_TABLE } from "../functions/route-table.ts";
import { createApp } from "./app.ts";
import { consoleLog } from "./console-log.ts";
import { createDeps } from "./create-deps.ts";
import { createIsolate } from "./create-isolate.ts";
import type { Deps } from "./deps.ts";

const isolate = createIsolate();
const makeDeps = (bindings: Record<string, unknown>, waitUntil: (work: Promise<unknown>) => void): Deps =>
  createDeps(bindings, isolate, { fetcher: (url, init) => fetch(url, init), waitUntil, routes: ROUTE_TABLE });
const app = createApp(ROUTE_TABLE, makeDeps, consoleLog);

export default {
  fetch: app.fetch,
  scheduled: async (_event, bindings, context) => {
    const { watchTicks } = await import("./schedule/watch-ticks.ts");
    await watchTicks(makeDeps(bindings, (work) => context.waitUntil(work)));
  },
} satisfies ExportedHandler<Record<string, unknown>>;
