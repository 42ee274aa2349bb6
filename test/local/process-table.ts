import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

export type ProcessRow = { pid: number; parent: number; state: string };

/**
 * Every process as the kernel knows it now: from /proc where there is one (Linux), else as `ps`
 * prints it (macOS).
 */
export function processTable(): ProcessRow[] {
  return existsSync("/proc/self/stat") ? fromProc() : fromPs();
}

function fromProc(): ProcessRow[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^[0-9]+$/.test(entry)) return [];
    try {
      // The command name stands in parentheses and may hold anything; after it come the state and
      // the parent.
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return [{ pid: Number(entry), parent: Number(parent), state }];
    } catch {
      // Gone since the folder was read.
      return [];
    }
  });
}

function fromPs(): ProcessRow[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=", "-o", "ppid=", "-o", "stat="], {
    encoding: "utf8",
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = ""]) => ({
      pid: Number(pid),
      parent: Number(parent),
      state: state.slice(0, 1),
    }));
}
