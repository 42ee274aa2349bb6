import { routes } from "../functions/routes.ts";
import { createApp } from "./app.ts";
import { consoleLog } from "./console-log.ts";
import { createDeps } from "./create-deps.ts";
import { createIsolate } from "./create-isolate.ts";

const isolate = createIsolate();
const app = createApp(
  routes,
  (bindings, waitUntil) =>
    createDeps(bindings, isolate, { fetcher: (url, init) => fetch(url, init), waitUntil, routes }),
  consoleLog,
);

export default { fetch: app.fetch } satisfies ExportedHandler<Record<string, unknown>>;
