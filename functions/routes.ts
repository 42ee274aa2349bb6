import { loadRoute } from "../src/load-route.ts";
import type { Route } from "../src/route.ts";
import { ROUTE_TABLE } from "./route-table.ts";

/** Every endpoint there is, whole: for tests and documents. The Worker never imports this. */
export const routes: readonly Route[] = await Promise.all(ROUTE_TABLE.map(loadRoute));
