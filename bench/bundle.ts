import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildBundle } from "./lib/build-bundle.ts";
import { machine } from "./lib/machine.ts";
import { median } from "./lib/median.ts";
import { option } from "./lib/option.ts";
import { row } from "./lib/row.ts";
import { serveWorker } from "./lib/serve-worker.ts";

/**
 * Size of what is uploaded, and the start of a Worker beside an empty one, spawn to first answer: `npm run bench:bundle`. A
 * route's modules are loaded by its first call, so there is a line for the dearest of those that make no request.
 * Options: --starts=15
 */
const STARTS = Number(option("starts", "15"));
const { dir, modules } = await buildBundle();
const empty = join(dirname(modules[0]!), "empty.js");
writeFileSync(empty, `export default { fetch: () => new Response("hello") };`);

const vars = { X402_PAY_TO: `0x${"11".repeat(20)}` };
const starts = new Map<string, { coldMs: number; coldCpuMs: number }[]>();
try {
  // In turns, so that both meet the same machine.
  for (let start = 0; start < STARTS; start += 1) {
    for (const [name, module, path] of [
      ["an empty Worker", empty, "/"],
      ["this Worker", modules[0]!, "/"],
      ["this Worker, a 402 of a quote", modules[0]!, "/api/quote"],
      ["this Worker, a 402 of the tools", modules[0]!, "/api/tools"],
      ["this Worker, the OpenAPI document", modules[0]!, "/openapi.json"],
    ] as const) {
      const worker = await serveWorker(module, () => vars, path);
      starts.set(name, [...(starts.get(name) ?? []), worker]);
      await worker.stop();
    }
  }
  console.log(machine());
  console.log(row("module", "bytes", "gzipped"));
  console.log(row("---", "---", "---"));
  for (const module of modules) {
    const bytes = readFileSync(module);
    console.log(row(basename(module), bytes.length, gzipSync(bytes).length));
  }
  console.log(`\n${row("start to first answer", "median ms", "least ms", "median CPU ms")}`);
  console.log(row("---", "---", "---", "---"));
  for (const [name, each] of starts) {
    const times = each.map(({ coldMs }) => coldMs);
    const cpu = each.map(({ coldCpuMs }) => coldCpuMs);
    console.log(row(name, median(times).toFixed(0), Math.min(...times).toFixed(0), median(cpu).toFixed(0)));
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
