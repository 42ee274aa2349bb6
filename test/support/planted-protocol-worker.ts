/** The service's own Worker with a protocol more, and nothing else changed. */
import "./plant-protocol.ts";
import { createWorker } from "../../src/create-worker.ts";
import { TABLES } from "../../src/tables.ts";
import { parkingProtocol } from "./planted-protocol/parking-protocol.ts";

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default createWorker({
  ...TABLES,
  protocols: { ...TABLES.protocols, [parkingProtocol.id]: parkingProtocol },
});
