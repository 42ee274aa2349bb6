import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ChunkResult, Failure, simulateChunk } from "./simulate-chunk.ts";

type Options = {
  seed: number;
  histories: number;
  workers: number;
  /** After each chunk. */
  onProgress?: (done: number) => void;
  /** Stop at the first history that fails. */
  stopAtFailure?: boolean;
  shrinking?: "whole" | "none";
};
export type SimulationResult = { histories: number; reached: ReadonlyMap<string, number>; failures: Failure[] };

/** Small enough that a failure replays from its seed soon, large enough that nobody waits for messages. */
const CHUNK = 250;

/** Histories in as many threads as there are cores to give; chunk `n` always has the seed `seed + n`. */
export async function simulateHistories(options: Options): Promise<SimulationResult> {
  const reached = new Map<string, number>();
  const failures: Failure[] = [];
  const chunks = Math.ceil(options.histories / CHUNK);
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(join(import.meta.dirname, "simulate-worker.ts"));
    try {
      while (next < chunks && !(options.stopAtFailure && failures.length > 0)) {
        const chunk = next;
        next += 1;
        const count = Math.min(CHUNK, options.histories - chunk * CHUNK);
        const result = await ask(worker, {
          seed: options.seed + chunk,
          count,
          shrinking: options.shrinking ?? "whole",
        });
        for (const [state, times] of Object.entries(result.reached))
          reached.set(state, (reached.get(state) ?? 0) + times);
        if (result.failure !== undefined) failures.push(result.failure);
        done += result.histories;
        options.onProgress?.(done);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return { histories: done, reached, failures };
}

function ask(worker: Worker, chunk: Parameters<typeof simulateChunk>[0]): Promise<ChunkResult> {
  return new Promise((resolve, reject) => {
    worker.once("message", ({ result, error }: { result?: ChunkResult; error?: string }) => {
      worker.off("error", reject);
      if (result === undefined) reject(new Error(error));
      else resolve(result);
    });
    worker.once("error", reject);
    worker.postMessage(chunk);
  });
}
