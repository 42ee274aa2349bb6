import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type ChildExit, type SpawnedChild, spawnChild } from "../lib/spawn-child.ts";
import { bundleWorker } from "./bundle-worker.ts";

export type WorkerOptions = {
  port: number;
  vars: Record<string, string>;
  /**
   * Where wrangler keeps its state, registry and settings: nothing is written to the home
   * directory.
   */
  runDir: string;
  logFile: string;
  /** Whether the log has a line for every request; wrangler's always has. */
  logsRequests?: boolean;
  /** In place of the service's own. */
  entry?: string | undefined;
  /**
   * A folder that prepare-stacks.ts has filled, to start from without building; an entry of its own
   * is built anyhow.
   */
  prepared?: string | undefined;
};

export type WorkerProcess = {
  /** SIGKILL to workerd and what runs it, all at once: no request in flight gets any further. */
  kill(): Promise<void>;
  /** Again on the same port, with the same variables and a new isolate. */
  start(): Promise<void>;
};

const projectDir = join(import.meta.dirname, "..", "..");
const wrangler = join(projectDir, "node_modules", "wrangler", "bin", "wrangler.js");
const READY_TIMEOUT_MS = 60_000;

/**
 * The Worker in workerd on loopback: under `wrangler dev --local`, or from its built modules by
 * what wrangler is built on. Flags and variables keep wrangler silent and offline
 * (docs/facts/edge.md 1); `--env-file` shuts out a developer's own .dev.vars. Wrangler itself is
 * the child, not npx: that is the process whose end takes workerd with it.
 */
export async function startWorker(
  options: WorkerOptions,
): Promise<WorkerProcess & Pick<SpawnedChild, "pid" | "exited" | "stop">> {
  const first = await spawnWorker(options);
  let running = first;
  const killed = new Set<SpawnedChild>();
  const unasked = Promise.withResolvers<ChildExit>();
  const watch = (child: SpawnedChild) =>
    void child.exited.then((exit) => {
      if (!killed.has(child)) unasked.resolve(exit);
    });
  watch(first);
  return {
    pid: first.pid,
    exited: unasked.promise,
    stop: () => running.stop(),
    kill: async () => {
      killed.add(running);
      await running.kill();
    },
    start: async () => {
      running = await spawnWorker(options);
      watch(running);
    },
  };
}

/**
 * wrangler takes no entry but the built one (wrangler.toml), so another one is built and served
 * without it.
 */
async function spawnWorker(options: WorkerOptions): Promise<SpawnedChild> {
  const { prepared, entry, runDir } = options;
  if (entry === undefined)
    return prepared === undefined ? runWrangler(options) : serveBundle(prepared, options);
  mkdirSync(runDir, { recursive: true });
  await bundleWorker(runDir, entry);
  return serveBundle(runDir, options);
}

function serveBundle(
  dir: string,
  { port, vars, runDir, logFile, logsRequests = false }: WorkerOptions,
): Promise<SpawnedChild> {
  const settings = JSON.stringify({ dir, port, vars, tmpDir: `${runDir}/tmp`, logsRequests });
  return spawnChild({
    command: process.execPath,
    args: [join(import.meta.dirname, "serve-bundle.ts"), settings],
    cwd: projectDir,
    env: { NO_COLOR: "1" },
    output: logFile,
    ready: { stdout: /^Ready$/m },
    readyTimeoutMs: READY_TIMEOUT_MS,
  });
}

function runWrangler({ port, vars, runDir, logFile }: WorkerOptions): Promise<SpawnedChild> {
  return spawnChild({
    command: process.execPath,
    args: [
      wrangler,
      "dev",
      ...["--local", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
      ...["--show-interactive-dev-session=false", "--log-level", "log"],
      ...["--env-file", "/dev/null", "--persist-to", `${runDir}/state`],
      ...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
    ],
    cwd: projectDir,
    env: {
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_LOG_PATH: `${runDir}/wrangler-logs`,
      WRANGLER_REGISTRY_PATH: `${runDir}/registry`,
      XDG_CONFIG_HOME: `${runDir}/config`,
      NO_COLOR: "1",
    },
    output: logFile,
    ready: { url: `http://127.0.0.1:${port}/` },
    readyTimeoutMs: READY_TIMEOUT_MS,
  });
}
