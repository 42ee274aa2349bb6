/**
 * The service's own Worker with a hostile tool, and nothing else changed: the registry is filled
 * before a door reads it.
 */
import "./plant-hostile-call.ts";
import worker from "../../src/worker.ts";

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default worker;
