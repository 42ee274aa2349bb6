/** The service's own Worker with two channels more, and nothing else changed. */
import { createWorker } from "../../../src/create-worker.ts";
import { TABLES } from "../../../src/tables.ts";
import { PLANTED_CHANNELS } from "./planted-channel.ts";

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default createWorker({ ...TABLES, channels: { ...TABLES.channels, ...PLANTED_CHANNELS } });
