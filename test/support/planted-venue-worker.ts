/** The service's own Worker with a venue more, and nothing else changed. */
import "./plant-venue.ts";
import { createWorker } from "../../src/create-worker.ts";
import { TABLES } from "../../src/tables.ts";
import { plantedVenue } from "./planted-venue.ts";

// biome-ignore lint/style/noDefaultExport: an entry of the Workers runtime.
export default createWorker({
  ...TABLES,
  venues: { ...TABLES.venues, [plantedVenue.id]: plantedVenue },
});
