import { processTable } from "./process-table.ts";

/**
 * Whether a process runs; a zombie, which only waits for somebody to read its exit code, does not.
 */
export function isAlive(pid: number): boolean {
  return processTable().some((row) => row.pid === pid && !["Z", "X"].includes(row.state));
}
