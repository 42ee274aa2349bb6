import { readFileSync } from "node:fs";

/**
 * Microseconds that the main thread of a process has been on a CPU (Linux, /proc/<pid>/schedstat,
 * its first field in ns). Redis runs its scripts there; NaN where there is no /proc. Unlike time on
 * the clock it does not grow with what else the machine does.
 */
export function threadCpuUs(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const [ns = "0"] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
  return Number(ns) / 1_000;
}
