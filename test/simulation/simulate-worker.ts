import { parentPort } from "node:worker_threads";
import { simulateChunk } from "./simulate-chunk.ts";

/** A thread of its own: one Lua engine, one chunk after the other. */
parentPort?.on("message", (chunk: Parameters<typeof simulateChunk>[0]) => {
  simulateChunk(chunk).then(
    (result) => parentPort?.postMessage({ result }),
    (error: unknown) =>
      parentPort?.postMessage({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});
