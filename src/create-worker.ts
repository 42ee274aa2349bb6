import { ROUTE_TABLE } from "../functions/route-table.ts";
import { createApp } from "./app.ts";
import { checkChains } from "./chain/check-chains.ts";
import { fillChains } from "./chain-of.ts";
import { consoleLog } from "./console-log.ts";
import { createDeps } from "./create-deps.ts";
import { createIsolate } from "./create-isolate.ts";
import type { Deps } from "./deps.ts";
import type { Tables } from "./kinds/tables.ts";
import type { LazyRoute } from "./route.ts";
import { TABLES } from "./tables.ts";

/**
 * The Worker over the service's tables, or over those of a test.
 * @throws Error that names the fault of a table
 */
export function createWorker(tables: Tables = TABLES): ExportedHandler<Record<string, unknown>> {
  const faults = checkChains(tables.chains);
  if (faults.length > 0) throw new Error(`The table of chains is wrong. ${faults.join(". ")}.`);
  fillChains(tables.chains);
  const isolate = createIsolate();
  // Safe: defineRoute made each. The table already has the doors of our own channels.
  const doors = Object.values(tables.channels).flatMap(({ door }) => door as readonly LazyRoute[]);
  const routes = [...new Set([...ROUTE_TABLE, ...doors])];
  const makeDeps = (
    bindings: Record<string, unknown>,
    waitUntil: (work: Promise<unknown>) => void,
  ): Deps =>
    createDeps(bindings, isolate, {
      fetcher: (url, init) => fetch(url, init),
      waitUntil,
      routes,
      tables,
    });
  const app = createApp(routes, makeDeps, consoleLog);
  return {
    fetch: app.fetch,
    scheduled: async (_event, bindings, context) => {
      const { watchTicks } = await import("./schedule/watch-ticks.ts");
      const deps = makeDeps(bindings, (work) => context.waitUntil(work));
      // A tick uses the whole call; prices are read a minute later.
      if (await watchTicks(deps)) return;
      const { watchPrices } = await import("./schedule/watch-prices.ts");
      await watchPrices(deps);
    },
  };
}
