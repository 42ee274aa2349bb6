import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const projectDir = join(import.meta.dirname, "../..");
/** docs/design.md, "Budgets": for all but the chat, which is a module of its own, as is what talks to a model; both are loaded on their first use. */
const BUDGET_BYTES = 400_000;
const MODEL_BUDGET_BYTES = 250_000;
const CHAT_BUDGET_BYTES = 40_000;

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
    expect([...modules].sort()).toEqual(["chat-host.mjs", "chat.mjs", "model.mjs", "worker.js"]);
    const gzipBytes = sizeOf("worker.js");
    const modelBytes = sizeOf("model.mjs");
    const chatBytes = sizeOf("chat.mjs");
    console.info(`bundle: ${gzipBytes} bytes gzipped (budget ${BUDGET_BYTES}), chat ${chatBytes}, model ${modelBytes}`);
    expect(gzipBytes).toBeGreaterThan(50_000);
    expect(gzipBytes).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(modelBytes).toBeGreaterThan(50_000);
    expect(modelBytes).toBeLessThanOrEqual(MODEL_BUDGET_BYTES);
    expect(chatBytes).toBeGreaterThan(10_000);
    expect(chatBytes).toBeLessThanOrEqual(CHAT_BUDGET_BYTES);
    // The script names the modules and holds nothing of them.
    const script = readFileSync(join(dir, "out", "worker.js"), "latin1");
    for (const name of ["model", "chat", "chat-host"])
      expect(script).toMatch(new RegExp(`import\\(["']\\./${name}\\.mjs["']\\)`));
    expect(script).not.toContain("AI_APICallError");
    expect(readFileSync(join(dir, "out", "model.mjs"), "latin1")).toContain("AI_APICallError");
    const text = modules.map((path) => readFileSync(join(dir, "out", path), "latin1")).join("\n");
    for (const foreign of ["anvil_", "evm_increaseTime", "/_dev/", "js-redis-server"])
      expect(text).not.toContain(foreign);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
