import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { unstable_readConfig as readConfig } from "wrangler";
import { preparedFiles } from "./prepared-files.ts";
import type { WorkerBundle } from "./worker-bundle.ts";

const projectDir = join(import.meta.dirname, "..", "..");
const wrangler = join(projectDir, "node_modules", "wrangler", "bin", "wrangler.js");

/**
 * Bundles the Worker of wrangler.toml into `dir`, as `wrangler deploy` would upload it, and writes down how it runs.
 *
 * @throws Error with wrangler's output when the Worker does not bundle
 */
export async function bundleWorker(dir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [wrangler, "deploy", "--dry-run", "--outdir", dir], {
    cwd: projectDir,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_LOG_PATH: join(dir, "wrangler-logs"),
      XDG_CONFIG_HOME: join(dir, "config"),
      NO_COLOR: "1",
    },
  });
  const config = readConfig({ config: join(projectDir, "wrangler.toml") }, { hideWarnings: true });
  const modules = readdirSync(dir).filter((name) => /\.m?js$/.test(name));
  const bundle: WorkerBundle = {
    name: String(config.name),
    main: "worker.js",
    modules: Object.fromEntries(modules.map((name) => [name, readFileSync(join(dir, name), "utf8")])),
    compatibilityDate: String(config.compatibility_date),
    compatibilityFlags: config.compatibility_flags,
    vars: config.vars as Record<string, string>,
  };
  writeFileSync(preparedFiles(dir).worker, JSON.stringify(bundle));
}
