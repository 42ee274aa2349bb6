/** The service's own Worker with two checks more, and nothing else changed. */
import "./plant-check.ts";
import { createWorker } from "../../../src/create-worker.ts";
import { TABLES } from "../../../src/tables.ts";
import { withPlantedChecks } from "./planted-checks.ts";

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default createWorker({ ...TABLES, checks: withPlantedChecks(TABLES.checks) });
