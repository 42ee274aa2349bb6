import "../support/fill-chains.ts";
import { simulateChunk } from "./simulate-chunk.ts";

/**
 * A process of its own: one Lua engine, one chunk after the other, until whoever started it is
 * gone.
 */
process.on("message", (chunk: Parameters<typeof simulateChunk>[0]) => {
  simulateChunk(chunk).then(
    (result) => process.send?.({ result }),
    (error: unknown) =>
      process.send?.({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
process.once("disconnect", () => process.exit());
