import { execFile } from "node:child_process";
import { globSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const projectDir = join(import.meta.dirname, "../..");

/** What `wrangler deploy` would upload, in a new directory: its path, and the modules in it, the Worker's script first. */
export async function buildBundle(): Promise<{ dir: string; modules: string[] }> {
  const dir = mkdtempSync(join(tmpdir(), "sextant-bench-"));
  const out = join(dir, "out");
  const wrangler = join(projectDir, "node_modules/wrangler/bin/wrangler.js");
  const env = {
    ...process.env,
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_LOG_PATH: join(dir, "logs"),
    XDG_CONFIG_HOME: join(dir, "config"),
  };
  const args = [wrangler, "deploy", "--dry-run", "--outdir", out, "--minify"];
  await promisify(execFile)(process.execPath, args, { cwd: projectDir, env });
  const names = globSync("**/*.{js,mjs,wasm}", { cwd: out });
  const isScript = (name: string) => (name === "worker.js" ? 0 : 1);
  return { dir, modules: names.sort((a, b) => isScript(a) - isScript(b)).map((name) => join(out, name)) };
}
