import { readdirSync, readFileSync } from "node:fs";

/**
 * CPU in ms of the threads that a process has now, from /proc/<pid>/task/<id>/schedstat: to the
 * nanosecond, where `processCpuMs` counts in ticks of 10 ms. A thread that has ended is not in it.
 */
export function threadsCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ns = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[0]),
  );
  return ns.reduce((sum, each) => sum + each, 0) / 1_000_000;
}
