import { parentPort } from "node:worker_threads";
import { simulateChunk } from "./simulate-chunk.ts";

/** A thread of its own: one Lua engine, one chunk after the other. */
parentPort?.on("message", ({ seed, count }: { seed: number; count: number }) => {
  simulateChunk(seed, count).then(
    (result) => parentPort?.postMessage({ result }),
    (error: unknown) =>
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
