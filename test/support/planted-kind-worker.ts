/**
 * The service's own Worker with a kind of order more: an id, a line in the table, and its own
 * tools.
 */
import "./planted-kind/once-order.ts";
import { createWorker } from "../../src/create-worker.ts";
import { TABLES } from "../../src/tables.ts";
import "./planted-kind/plant-once-tools.ts";
import { onceKind } from "./planted-kind/once-kind.ts";

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default createWorker({
  ...TABLES,
  orderKinds: { ...TABLES.orderKinds, ...{ once: onceKind } },
});
