import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type {
  FacilitatorBegin,
  FacilitatorJob,
  FacilitatorResult,
  FacilitatorSettings,
} from "./facilitator-thread.ts";

export type FacilitatorThread = {
  /** @throws Error with the facilitator's own words, or when its thread has ended */
  run(step: FacilitatorJob["step"], nowMs: number, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
};

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

type Thread = {
  begin(settings: FacilitatorSettings): void;
  run: FacilitatorThread["run"];
  /** Alive, and every request to it is answered. */
  isIdle(): boolean;
  terminate(): Promise<void>;
};

/**
 * Threads that have nothing to do: loading the packages takes longer than most of their requests.
 */
const idle: Thread[] = [];

/**
 * Gives the packages' facilitator a thread that no other one uses meanwhile, and a way to call it.
 */
export function spawnFacilitatorThread(settings: FacilitatorSettings): FacilitatorThread {
  const thread = idle.pop() ?? startThread();
  thread.begin(settings);
  let stopped: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    if (thread.isIdle()) idle.push(thread);
    else await thread.terminate();
  };
  return {
    run: async (step, nowMs, body) => {
      if (stopped !== undefined) throw new Error("the facilitator's thread has ended");
      return thread.run(step, nowMs, body);
    },
    stop: () => {
      stopped ??= release();
      return stopped;
    },
  };
}

function startThread(): Thread {
  // No execArgv: a test runner's own flags are not for this thread.
  const worker = new Worker(join(import.meta.dirname, "facilitator-thread.ts"), { execArgv: [] });
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
  // Behind the listeners: listening for messages refers to it again, and an idle thread would keep
  // the process alive.
  worker.unref();
  return {
    begin: (settings) => {
      const message: FacilitatorBegin = { settings };
      worker.postMessage(message);
    },
    run: (step, nowMs, body) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) return reject(ended);
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        const job: FacilitatorJob = {
          id: lastId,
          nowMs,
          step,
          ...(body !== undefined && { body }),
        };
        worker.postMessage(job);
      }),
    isIdle: () => ended === undefined && waiting.size === 0,
    terminate: async () => {
      await worker.terminate();
    },
  };
}
