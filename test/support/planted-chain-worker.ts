/**
 * The service's own Worker with a chain more, and nothing else changed: its id in the list, its
 * line in the table.
 */
import "./plant-chain.ts";
import { createWorker } from "../../src/create-worker.ts";
import { TABLES } from "../../src/tables.ts";
import { PLANTED } from "./planted-chain.ts";

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default createWorker({ ...TABLES, chains: { ...TABLES.chains, [PLANTED.id]: PLANTED } });
