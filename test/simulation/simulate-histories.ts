import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { ChunkResult, Failure, simulateChunk } from "./simulate-chunk.ts";

type Options = {
  seed: number;
  histories: number;
  workers: number;
  /** After each chunk. */
  onProgress?: (done: number) => void;
  onFailure?: (failure: Failure) => void;
  /** Stop at the first history that fails. */
  stopAtFailure?: boolean;
  shrinking?: "whole" | "none";
  kind?: Parameters<typeof simulateChunk>[0]["kind"];
};
export type SimulationResult = {
  histories: number;
  reached: ReadonlyMap<string, number>;
  failures: Failure[];
};

/**
 * Small enough that a failure replays from its seed soon, large enough that nobody waits for
 * messages.
 */
const CHUNK = 250;

/**
 * Histories in as many processes as there are cores to give; chunk `n` always has the seed `seed +
 * n`. Processes, because the same work takes a quarter more in a thread, and a fifth more with the
 * usual room for what lives shortly (measured).
 */
export async function simulateHistories(options: Options): Promise<SimulationResult> {
  const reached = new Map<string, number>();
  const failures: Failure[] = [];
  const chunks = Math.ceil(options.histories / CHUNK);
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = fork(join(import.meta.dirname, "simulate-worker.ts"), {
      execArgv: ["--max-semi-space-size=32"],
    });
    try {
      while (next < chunks && !(options.stopAtFailure && failures.length > 0)) {
        const chunk = next;
        next += 1;
        const count = Math.min(CHUNK, options.histories - chunk * CHUNK);
        const result = await ask(worker, {
          seed: options.seed + chunk,
          count,
          shrinking: options.shrinking ?? "whole",
          kind: options.kind,
        });
        for (const [state, times] of Object.entries(result.reached))
          reached.set(state, (reached.get(state) ?? 0) + times);
        if (result.failure !== undefined) {
          failures.push(result.failure);
          options.onFailure?.(result.failure);
        }
        done += result.histories;
        options.onProgress?.(done);
      }
    } finally {
      worker.disconnect();
    }
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  return { histories: done, reached, failures };
}

function ask(
  worker: ChildProcess,
  chunk: Parameters<typeof simulateChunk>[0],
): Promise<ChunkResult> {
  return new Promise((resolve, reject) => {
    const died = (code: number | null): void =>
      reject(new Error(`a process of the simulation ended with ${code}`));
    worker.once("exit", died);
    worker.once("message", ({ result, error }: { result?: ChunkResult; error?: string }) => {
      worker.off("exit", died);
      if (result === undefined) reject(new Error(error));
      else resolve(result);
    });
    worker.send(chunk);
  });
}
