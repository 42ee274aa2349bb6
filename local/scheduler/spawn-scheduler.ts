import { join } from "node:path";
import { freePort } from "../lib/free-port.ts";
import { type SpawnedChild, spawnChild } from "../lib/spawn-child.ts";
import type { LocalScheduler } from "./start-scheduler.ts";

export type SchedulerProcess = {
  url: string;
  /** SIGKILL: deliveries under way lose their line, and what it had in memory is gone. */
  kill(): Promise<void>;
  /** Again on the same port with the same keys, empty. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * The local scheduler in a process of its own, on the wall clock, with the keys of a scheduler that
 * runs elsewhere.
 */
export async function spawnScheduler({
  token,
  currentSigningKey,
  nextSigningKey,
}: Pick<
  LocalScheduler,
  "token" | "currentSigningKey" | "nextSigningKey"
>): Promise<SchedulerProcess> {
  const port = await freePort();
  const settings = { port, token, currentSigningKey, nextSigningKey };
  const spawnAgain = (): Promise<SpawnedChild> =>
    spawnChild({
      command: process.execPath,
      args: [join(import.meta.dirname, "scheduler-process.ts")],
      env: { SCHEDULER: JSON.stringify(settings), NODE_OPTIONS: "" },
      ready: { stdout: /scheduler at / },
    });
  let running = await spawnAgain();
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => running.kill(),
    start: async () => {
      running = await spawnAgain();
    },
    stop: () => running.stop(),
  };
}
