import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildWorker } from "../../build/build-worker.ts";
import { modulesFrom } from "../../build/modules-from.ts";

const projectDir = join(import.meta.dirname, "../..");
/**
 * docs/design.md, "Budgets", gzipped: what a start evaluates; all that is uploaded (a free plan
 * takes 3 MB).
 */
const START_BYTES = 125_000;
const UPLOAD_BYTES = 1_100_000;
/**
 * What a first call of each adds to what the start has evaluated: printed, so that a change shows
 * what it costs.
 */
const PRINTED = {
  "a quote": "functions/quote/get-quote.ts",
  "a tool call": "functions/tools/call-tool.ts",
  "a tick with its slices": "functions/internal/run-tick.ts",
  "the chat": "src/chat/run-chat.ts",
};
/** What only some calls need: a start evaluates no file of these. */
const LATER =
  /^(src\/(chat\/model|discovery|mcp|telegram|tools|gmx|hyperliquid|liquidity|bridge)\/|node_modules\/(ai|@noble\/curves|abitype)\/)/;
/** A start names where these are, and no more of them. */
const HEADS = [
  ...["src/discovery/base-url-of.ts", "src/discovery/load-documents.ts", "src/mcp/load-mcp.ts"],
  ...[
    "src/telegram/telegram-channel.ts",
    "src/telegram/telegram-connection.ts",
    "src/telegram/telegram-connection.ts",
  ],
];
/** What a table holds of a protocol, and the constants that stand in it. */
const HEAD = /-(protocol|api)\.ts$|^src\/gmx\/gmx\.ts$/;

test("budget: a start evaluates at most 125 kB gzipped, all 1.1 MB, no local stack", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sextant-bundle-"));
  try {
    const metafile = await buildWorker({ dir });
    const textOf = (name: string) => readFileSync(join(dir, basename(name)), "utf8");
    const sizeOf = (names: readonly string[]) =>
      names.reduce((sum, name) => sum + gzipSync(textOf(name)).length, 0);
    const all = Object.keys(metafile.outputs);
    const start = modulesFrom(metafile, "src/worker.ts");
    const firstUses = Object.entries(PRINTED).map(([what, file]) => {
      const more = modulesFrom(metafile, file).filter((name) => !start.includes(name));
      return `${what} ${sizeOf(more)} more`;
    });
    console.info(
      `bytes gzipped: at start ${sizeOf(start)}, ${firstUses.join(", ")}, all ${sizeOf(all)}`,
    );
    expect(readdirSync(dir).sort()).toEqual(all.map((name) => basename(name)).sort());
    expect(sizeOf(start)).toBeGreaterThan(50_000);
    expect(sizeOf(start)).toBeLessThanOrEqual(START_BYTES);
    expect(sizeOf(all)).toBeLessThanOrEqual(UPLOAD_BYTES);
    const atStart = start.flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}));
    expect(
      atStart.filter((file) => LATER.test(file) && !HEADS.includes(file) && !HEAD.test(file)),
    ).toEqual([]);
    // Each file is in one module: an error of one part is an error of every other.
    const files = all.flatMap((name) => Object.keys(metafile.outputs[name]?.inputs ?? {}));
    expect(new Set(files).size).toBe(files.length);
    const text = all.map(textOf).join("\n");
    for (const ours of ["Orders a GMX position", "AI_APICallError"]) expect(text).toContain(ours);
    for (const foreign of ["anvil_", "evm_increaseTime", "/_dev/", "js-redis-server"])
      expect(text).not.toContain(foreign);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("behavior: wrangler uploads the modules that the build made, and no others", async () => {
  const dir = mkdtempSync(join(tmpdir(), "sextant-upload-"));
  try {
    const wrangler = join(projectDir, "node_modules/wrangler/bin/wrangler.js");
    const env = {
      ...process.env,
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_LOG_PATH: join(dir, "logs"),
      XDG_CONFIG_HOME: join(dir, "config"),
    };
    const args = [wrangler, "deploy", "--dry-run", "--outdir", join(dir, "out")];
    await promisify(execFile)(process.execPath, args, { cwd: projectDir, env });
    await buildWorker({ dir: join(dir, "built") });
    const modulesIn = (folder: string) =>
      readdirSync(folder).filter((name) => name.endsWith(".js"));
    expect(modulesIn(join(dir, "out")).sort()).toEqual(modulesIn(join(dir, "built")).sort());
    for (const name of modulesIn(join(dir, "built")))
      expect(readFileSync(join(dir, "out", name), "utf8")).toBe(
        readFileSync(join(dir, "built", name), "utf8"),
      );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
