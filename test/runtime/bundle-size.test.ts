import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const projectDir = join(import.meta.dirname, "../..");
/** docs/design.md, "Budgets": the script, and what is loaded on its first use, gzipped; at least so much is in each that is there for its own sake. */
const BUDGETS: Record<string, { least: number; most: number }> = {
  "worker.js": { least: 50_000, most: 400_000 },
  "tools.mjs": { least: 20_000, most: 100_000 },
  "documents.mjs": { least: 4_000, most: 20_000 },
  "mcp.mjs": { least: 2_000, most: 16_000 },
  "telegram.mjs": { least: 4_000, most: 28_000 },
  "chat.mjs": { least: 10_000, most: 66_000 },
  "model.mjs": { least: 50_000, most: 250_000 },
  "module-host.mjs": { least: 0, most: 1_000 },
};
/** Of all together: a free plan takes 3 MB, and a module is no place to hide in. */
const UPLOAD_BYTES = 800_000;

test("behavior: what is uploaded is at most 400 kB gzipped, and holds nothing of the local stack", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sextant-bundle-"));
  try {
    const wrangler = join(projectDir, "node_modules/wrangler/bin/wrangler.js");
    const args = [wrangler, "deploy", "--dry-run", "--outdir", join(dir, "out"), "--minify"];
    const env = {
      ...process.env,
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_LOG_PATH: join(dir, "logs"),
      XDG_CONFIG_HOME: join(dir, "config"),
    };
    await promisify(execFile)(process.execPath, args, { cwd: projectDir, env });
    const modules = globSync("**/*.{js,mjs,wasm}", { cwd: join(dir, "out") });
    const sizeOf = (path: string) => gzipSync(readFileSync(join(dir, "out", path))).length;
    expect([...modules].sort()).toEqual(Object.keys(BUDGETS).sort());
    const sizes = modules.map((path) => [path, sizeOf(path)] as const);
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
    console.info(`bundle, bytes gzipped: ${sizes.map(([path, bytes]) => `${path} ${bytes}`).join(", ")}, all ${total}`);
    for (const [path, bytes] of sizes) {
      expect(bytes, path).toBeGreaterThan(BUDGETS[path]!.least);
      expect(bytes, path).toBeLessThanOrEqual(BUDGETS[path]!.most);
    }
    expect(total).toBeLessThanOrEqual(UPLOAD_BYTES);
    // The script names the modules and holds nothing of them.
    const script = readFileSync(join(dir, "out", "worker.js"), "latin1");
    for (const path of modules.filter((each) => each !== "worker.js"))
      expect(script).toMatch(new RegExp(`import\\(["']\\./${path.replace(".", "\\.")}["']\\)`));
    // What is loaded later is there once: a sentence of each module.
    for (const [path, words] of [
      ["tools.mjs", "Orders a GMX position"],
      ["documents.mjs", "Every operation as a direct, structured call"],
    ] as const) {
      expect(readFileSync(join(dir, "out", path), "latin1")).toContain(words);
      expect(script).not.toContain(words);
    }
    expect(script).not.toContain("AI_APICallError");
    expect(readFileSync(join(dir, "out", "model.mjs"), "latin1")).toContain("AI_APICallError");
    const text = modules.map((path) => readFileSync(join(dir, "out", path), "latin1")).join("\n");
    for (const foreign of ["anvil_", "evm_increaseTime", "/_dev/", "js-redis-server"])
      expect(text).not.toContain(foreign);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
