import { processTable } from "./process-table.ts";

/** Every process below `pid`, at any depth, as the kernel knows them now. */
export function descendants(pid: number): number[] {
  const rows = processTable();
  const below = (one: number): number[] =>
    rows
      .filter(({ parent }) => parent === one)
      .flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
}
