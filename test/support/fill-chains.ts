import { fillChains } from "../../src/chain-of.ts";
import { TABLES } from "../../src/tables.ts";

/** Of every suite, as src/create-worker.ts does for a Worker. */
fillChains(TABLES.chains);
