import { routes } from "../functions/routes.ts";
import { createApp } from "./app.ts";
import { consoleLog } from "./console-log.ts";
import { createDeps } from "./create-deps.ts";
import { createIsolate } from "./create-isolate.ts";
import type { Deps } from "./deps.ts";
import { watchTicks } from "./schedule/watch-ticks.ts";

const isolate = createIsolate();
const makeDeps = (bindings: Record<string, unknown>, waitUntil: (work: Promise<unknown>) => void): Deps =>
  createDeps(bindings, isolate, { fetcher: (url, init) => fetch(url, init), waitUntil, routes });
const app = createApp(routes, makeDeps, consoleLog);

export default {
  fetch: app.fetch,
  scheduled: (_event, bindings, context) => watchTicks(makeDeps(bindings, (work) => context.waitUntil(work))),
} satisfies ExportedHandler<Record<string, unknown>>;
