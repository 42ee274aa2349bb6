import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { unstable_readConfig as readConfig } from "wrangler";
import { preparedFiles } from "./prepared-files.ts";
import type { WorkerBundle } from "./worker-bundle.ts";

const projectDir = join(import.meta.dirname, "..", "..");

/**
 * Builds the Worker into `dir` by what wrangler.toml has for its build, and writes down how it
 * runs. `entry` in place of the service's own is built in the same way. In a process of its own,
 * because esbuild leaves one running behind whoever calls it.
 *
 * @throws Error with esbuild's output when the Worker cannot be built
 */
export async function bundleWorker(dir: string, entry?: string): Promise<void> {
  const out = join(dir, "worker");
  const args = [
    join(projectDir, "build/build-worker.ts"),
    out,
    ...(entry === undefined ? [] : [entry]),
  ];
  await promisify(execFile)(process.execPath, args, { cwd: projectDir });
  const config = readConfig({ config: join(projectDir, "wrangler.toml") }, { hideWarnings: true });
  const bundle: WorkerBundle = {
    name: String(config.name),
    main: "worker.js",
    modules: Object.fromEntries(
      readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8")]),
    ),
    compatibilityDate: String(config.compatibility_date),
    compatibilityFlags: config.compatibility_flags,
    vars: config.vars as Record<string, string>,
  };
  writeFileSync(preparedFiles(dir).worker, JSON.stringify(bundle));
}
