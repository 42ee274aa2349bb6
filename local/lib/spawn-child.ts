import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { Socket } from "node:net";
import { waitFor } from "./wait-for.ts";

export type ChildExit = { code: number | null; signal: string | null };
export type SpawnedChild = {
  pid: number;
  exited: Promise<ChildExit>;
  stop(): Promise<void>;
  /**
   * SIGKILL to it and everything it started, at once and without a word; resolves when it is gone.
   */
  kill(): Promise<void>;
};
export type SpawnOptions = {
  command: string;
  args?: string[];
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** A file to append stdout and stderr to, or a callback for each piece of them. */
  output?: string | ((text: string) => void);
  /**
   * Ready when the text of stdout so far passes, or when the URL answers anything at all; unset
   * means at once.
   */
  ready?: { stdout: RegExp | ((text: string) => boolean) } | { url: string };
  readyTimeoutMs?: number;
  /** How long `stop()` lets it end by itself; default 3 s. */
  killAfterMs?: number;
};

const KILL_AFTER_MS = 3_000;
const DRAIN_MS = 1_000;
const TAIL_CHARS = 2_000;
const groups = new Set<number>();
let watchesOwnEnd = false;

/**
 * Starts a process that cannot outlive this one: `stop()` sends SIGTERM, then SIGKILL to its whole
 * group; our own exit, SIGINT or SIGTERM kills the group; and if we are killed outright a watchdog
 * shell does.
 *
 * @throws Error with the tail of its output when the child ends or the time (default 60 s) passes
 * before it is ready
 */
export async function spawnChild(options: SpawnOptions): Promise<SpawnedChild> {
  const child = spawn(options.command, options.args ?? [], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output = collectOutput(child, options.output);
  const closed = new Promise<ChildExit>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  child.once("exit", () => endLeftovers(child));
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${options.command} has no process id`);
  const release = killWhenWeEnd(pid);
  const exited = closed.then(async (exit) => {
    release();
    await output.finish();
    return exit;
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => killGroup(pid), options.killAfterMs ?? KILL_AFTER_MS);
    await exited;
    clearTimeout(timer);
  };
  const kill = async (): Promise<void> => {
    killGroup(pid);
    await exited;
  };
  const waiting = new AbortController();
  try {
    await Promise.race([
      becomesReady(options, output.watch, waiting.signal),
      exited.then((exit) => {
        throw new Error(
          `${options.command} ended before it was ready (${exit.signal ?? `code ${exit.code}`})`,
        );
      }),
    ]);
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${output.tail()}`, { cause: error });
  } finally {
    waiting.abort();
  }
  return { pid, exited, stop, kill };
}

type Watch = (listener: ((stdout: string) => void) | undefined) => void;

async function becomesReady(
  options: SpawnOptions,
  watch: Watch,
  signal: AbortSignal,
): Promise<void> {
  const { command, ready, readyTimeoutMs: timeoutMs = 60_000 } = options;
  if (ready === undefined) return;
  if ("url" in ready) {
    const answers = () => fetch(ready.url, { signal: AbortSignal.timeout(1_000) }).then(() => true);
    await waitFor(answers, { what: `${command} at ${ready.url}`, timeoutMs, signal });
    return;
  }
  const { stdout } = ready;
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(new Error(`${command} was not ready in ${timeoutMs} ms`));
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener("abort", () => clearTimeout(timer));
    watch((text) => {
      if (typeof stdout === "function" ? stdout(text) : stdout.test(text)) resolve();
    });
  });
  watch(undefined);
}

function collectOutput(child: ChildProcess, output: SpawnOptions["output"]) {
  const file = typeof output === "string" ? createWriteStream(output, { flags: "a" }) : undefined;
  // A log that cannot be written must not take the stack down with it.
  file?.on("error", () => {});
  let stdout = "";
  let tail = "";
  let listener: ((stdout: string) => void) | undefined;
  const take = (text: string): void => {
    tail = (tail + text).slice(-TAIL_CHARS);
    file?.write(text);
    if (typeof output === "function") output(text);
  };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    take(text);
    stdout = listener === undefined ? (stdout + text).slice(-TAIL_CHARS) : stdout + text;
    listener?.(stdout);
  });
  child.stderr?.setEncoding("utf8").on("data", take);
  const watch: Watch = (next) => {
    listener = next;
    listener?.(stdout);
  };
  const finish = () =>
    new Promise<void>((resolve) => (file ? file.end(() => resolve()) : resolve()));
  return { tail: () => tail, watch, finish };
}

/**
 * Its own children may still hold its pipes open; one that left the group would hold them for good.
 */
function endLeftovers(child: ChildProcess): void {
  if (child.pid !== undefined) killGroup(child.pid);
  const cut = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, DRAIN_MS);
  child.once("close", () => clearTimeout(cut));
}

/**
 * The watchdog holds our pipe: when we are gone, `cat` ends and the group is killed. Returns how to
 * call it off.
 */
function killWhenWeEnd(pid: number): () => void {
  groups.add(pid);
  if (!watchesOwnEnd) {
    watchesOwnEnd = true;
    process.on("exit", killAllGroups);
    process.once("SIGINT", endBySignal);
    process.once("SIGTERM", endBySignal);
  }
  const watchdog = spawn("/bin/sh", ["-c", `cat >/dev/null; kill -KILL -${pid} 2>/dev/null`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.on("error", () => {});
  watchdog.stdin.on("error", () => {});
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  return () => {
    groups.delete(pid);
    if (watchdog.pid !== undefined) killGroup(watchdog.pid);
  };
}

function endBySignal(signal: NodeJS.Signals): void {
  // Another listener for the signal wants to stop in order; its exit reaches killAllGroups.
  if (process.listenerCount(signal) > 0) return;
  killAllGroups();
  process.kill(process.pid, signal);
}

function killAllGroups(): void {
  for (const pid of groups) killGroup(pid);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Already gone: that is what was wanted.
  }
}
