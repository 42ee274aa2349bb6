import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export type StartRun = {
  child: ChildProcess;
  pid: number;
  stdout(): string;
  stderr(): string;
  /**
   * Resolves when stdout has the text. @throws Error with all output when the process ends before
   */
  says(text: string): Promise<void>;
  exited: Promise<{ code: number | null; signal: string | null }>;
};

const projectDir = join(import.meta.dirname, "..", "..");

/** A program of `local/` as npm runs it, in a process group of its own, as a shell gives it one. */
export function runStart(file: "start.ts" | "command.ts", args: string[]): StartRun {
  const child = spawn(process.execPath, [join(projectDir, "local", file), ...args], {
    cwd: projectDir,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  const waiting = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    for (const check of waiting) check();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!out.includes(text)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
      void exited.then(() =>
        reject(new Error(`it ended without saying "${text}"\n${out}\n${err}`)),
      );
    });
  if (child.pid === undefined) throw new Error("no process id");
  return { child, pid: child.pid, stdout: () => out, stderr: () => err, says, exited };
}
