import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../local/lib/free-port.ts";
import { spawnChild } from "../../local/lib/spawn-child.ts";

type WithHeaders = { status: number; body: any; headers: Headers };
export type PlainWorker = {
  baseUrl: string;
  /** What the Worker and wrangler have written so far. */
  log(): string;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<WithHeaders>;
  /** As `send`, without the headers of the answer. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: any }>;
  stop(): Promise<void>;
};

const projectDir = join(import.meta.dirname, "../..");

/**
 * `wrangler dev` as docs/operate.md has it: the project's wrangler.toml, variables from a file,
 * nothing of the local stack. Its own state goes to a temporary directory. `vars` gets the address
 * that it will listen on.
 */
export async function startPlainWorker(
  vars: (baseUrl: string) => Record<string, string>,
): Promise<PlainWorker> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const dir = mkdtempSync(join(tmpdir(), "sextant-wrangler-"));
  const envFile = join(dir, "vars");
  const logFile = join(dir, "log");
  const lines = Object.entries(vars(baseUrl)).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(envFile, lines.join(""));
  const child = await spawnChild({
    command: process.execPath,
    args: [
      join(projectDir, "node_modules/wrangler/bin/wrangler.js"),
      ...["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
      ...[
        "--env-file",
        envFile,
        "--persist-to",
        join(dir, "state"),
        "--show-interactive-dev-session=false",
      ],
    ],
    cwd: projectDir,
    // Silent and offline; the home directory stays as it is.
    env: {
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_LOG_PATH: join(dir, "wrangler-logs"),
      WRANGLER_REGISTRY_PATH: join(dir, "registry"),
      XDG_CONFIG_HOME: join(dir, "config"),
      NO_COLOR: "1",
    },
    output: logFile,
    ready: { url: baseUrl },
    readyTimeoutMs: 60_000,
  });
  const send: PlainWorker["send"] = async (method, path, body, headers = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return {
    baseUrl,
    log: () => readFileSync(logFile, "utf8"),
    send,
    call: async (...request) => {
      const { status, body } = await send(...request);
      return { status, body };
    },
    stop: async () => {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
