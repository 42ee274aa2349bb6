import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { freePort } from "../../local/lib/free-port.ts";
import { type SpawnedChild, spawnChild } from "../../local/lib/spawn-child.ts";
import { threadsCpuMs } from "./threads-cpu-ms.ts";

const projectDir = join(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
/** The program of this platform, where wrangler's workerd package says it is. */
const { default: workerd } = createRequire(require.resolve("wrangler/package.json"))("workerd") as {
  default: string;
};

export type ServedWorker = Pick<SpawnedChild, "pid" | "stop"> & {
  baseUrl: string;
  /** From the start of the process to its first answer, to a GET of `firstPath`. */
  coldMs: number;
  /** CPU of all its threads until then: a busy machine lengthens the time, hardly this. */
  coldCpuMs: number;
};

/**
 * A Worker's module, with those that lie beside it, under plain `workerd serve`, without wrangler
 * and its proxies, with the dates and flags of the wrangler.toml beside it, else of this tree: what
 * the process costs is what the Worker costs (docs/facts/edge.md 8).
 */
export async function serveWorker(
  module: string,
  vars: (baseUrl: string) => Record<string, string>,
  firstPath = "/",
  inspectorPort?: number,
): Promise<ServedWorker> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  // Beside the module: workerd embeds by a path relative to its configuration.
  const config = join(dirname(module), `${port}.capnp`);
  writeFileSync(config, configOf(port, module, vars(baseUrl)));
  const startedMs = performance.now();
  let log = "";
  const output = (text: string) => {
    log += text;
  };
  // Plain workerd takes the module registry of wrangler.toml with this flag alone, as the local
  // stack's does.
  const inspector =
    inspectorPort === undefined ? [] : [`--inspector-addr=127.0.0.1:${inspectorPort}`];
  const child = await spawnChild({
    command: workerd,
    args: ["serve", "--experimental", ...inspector, config],
    output,
  });
  const ended = child.exited.then(() => {
    throw new Error(`workerd ended: ${log}`);
  });
  await Promise.race([firstAnswer(port, firstPath), ended]);
  ended.catch(() => undefined);
  const coldMs = performance.now() - startedMs;
  const { pid, stop } = child;
  return { baseUrl, pid, stop, coldMs, coldCpuMs: threadsCpuMs(pid) };
}

function configOf(port: number, module: string, vars: Record<string, string>): string {
  const own = join(dirname(module), "wrangler.toml");
  const toml = readFileSync(existsSync(own) ? own : join(projectDir, "wrangler.toml"), "utf8");
  const date = /compatibility_date = (".+?")/.exec(toml)?.[1];
  const flags = /compatibility_flags = (\[.+?\])/.exec(toml)?.[1];
  const bindings = Object.entries(vars).map(
    ([name, value]) => `(name = "${name}", text = ${JSON.stringify(value)})`,
  );
  // The first of a Worker's modules is the one with its handlers.
  const beside = globSync("*.js", { cwd: dirname(module) });
  const names = [basename(module), ...beside.filter((name) => name !== basename(module))];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "network", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [${names.map((name) => `(name = "${name}", esModule = embed "${name}")`).join(", ")}],
  compatibilityDate = ${date},
  compatibilityFlags = ${flags},
  bindings = [${bindings.join(", ")}],
  globalOutbound = "network",
);
`;
}

const GIVE_UP_MS = 60_000;

/** Connects again as soon as it was refused: the time of the first answer is what is measured. */
async function firstAnswer(port: number, path: string): Promise<void> {
  const until = performance.now() + GIVE_UP_MS;
  while (!(await answers(port, path))) {
    if (performance.now() > until) throw new Error("workerd gave no answer in 60 s");
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const answers = (port: number, path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = request({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(true));
    });
    asked.once("error", () => resolve(false));
    asked.end();
  });
