import { readFileSync } from "node:fs";

/** A clock tick of /proc on Linux: USER_HZ is 100 on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/**
 * User and system time of a process with all its threads, in ms, from /proc/<pid>/stat
 * (docs/facts/edge.md 8); NaN where there is none.
 */
export function processCpuMs(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // After the name, which may hold anything: state is field 3, utime 14, stime 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
