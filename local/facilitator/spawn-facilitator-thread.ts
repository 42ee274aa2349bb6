import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FacilitatorJob, FacilitatorResult, FacilitatorSettings } from "./facilitator-thread.ts";

export type FacilitatorThread = {
  /** @throws Error with the facilitator's own words, or when its thread has ended */
  run(step: FacilitatorJob["step"], nowMs: number, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
};

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

/** Starts the thread of the packages' facilitator and gives a way to call it. */
export function spawnFacilitatorThread(settings: FacilitatorSettings): FacilitatorThread {
  // No execArgv: a test runner's own flags are not for this thread.
  const worker = new Worker(join(import.meta.dirname, "facilitator-thread.ts"), { workerData: settings, execArgv: [] });
  worker.unref();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | undefined;
  const end = (error: Error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on("message", (result: FacilitatorResult) => {
    const call = waiting.get(result.id);
    waiting.delete(result.id);
    if ("error" in result) call?.reject(new Error(result.error));
    else call?.resolve(result.value);
  });
  worker.on("error", (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => end(new Error("the facilitator's thread has ended")));
  return {
    run: (step, nowMs, body) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        const job: FacilitatorJob = { id: lastId, nowMs, step, ...(body !== undefined && { body }) };
        worker.postMessage(job);
      }),
    stop: async () => {
      await worker.terminate();
    },
  };
}
