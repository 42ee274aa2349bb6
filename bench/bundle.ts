import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { modulesFrom } from "../build/modules-from.ts";
import { buildBundle } from "./lib/build-bundle.ts";
import { machine } from "./lib/machine.ts";
import { median } from "./lib/median.ts";
import { option } from "./lib/option.ts";
import { row } from "./lib/row.ts";
import { serveWorker } from "./lib/serve-worker.ts";

/**
 * Size of what is uploaded, and the start of a Worker beside an empty one, spawn to first answer:
 * `npm run bench:bundle`. A route's modules are loaded by its first call, so there is a line for
 * the dearest of those that make no request. Options: --starts=15
 */
const STARTS = Number(option("starts", "15"));
const { dir, worker: built, metafile, pathOf } = await buildBundle();
const empty = join(dir, "empty", "empty.js");
mkdirSync(dirname(empty));
writeFileSync(empty, `export default { fetch: () => new Response("hello") };`);

const vars = { X402_PAY_TO: `0x${"11".repeat(20)}` };
const starts = new Map<string, { coldMs: number; coldCpuMs: number }[]>();
try {
  // In turns, so that both meet the same machine.
  for (let start = 0; start < STARTS; start += 1) {
    for (const [name, module, path] of [
      ["an empty Worker", empty, "/"],
      ["this Worker", built, "/"],
      ["this Worker, a 402 of a quote", built, "/api/quote"],
      ["this Worker, a 402 of the tools", built, "/api/tools"],
      ["this Worker, the OpenAPI document", built, "/openapi.json"],
    ] as const) {
      const worker = await serveWorker(module, () => vars, path);
      starts.set(name, [...(starts.get(name) ?? []), worker]);
      await worker.stop();
    }
  }
  console.log(machine());
  const all = Object.keys(metafile.outputs);
  const start = modulesFrom(metafile, "src/worker.ts");
  console.log(row("modules", "number", "bytes", "gzipped"));
  console.log(row("---", "---", "---", "---"));
  for (const [what, names] of [
    ["evaluated at start", start],
    ["loaded with a first use", all.filter((name) => !start.includes(name))],
  ] as const) {
    const texts = names.map((name) => readFileSync(pathOf(name)));
    const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
    console.log(
      row(
        what,
        names.length,
        sum(texts.map((text) => text.length)),
        sum(texts.map((text) => gzipSync(text).length)),
      ),
    );
  }
  console.log(`\n${row("start to first answer", "median ms", "least ms", "median CPU ms")}`);
  console.log(row("---", "---", "---", "---"));
  for (const [name, each] of starts) {
    const times = each.map(({ coldMs }) => coldMs);
    const cpu = each.map(({ coldCpuMs }) => coldCpuMs);
    console.log(
      row(name, median(times).toFixed(0), Math.min(...times).toFixed(0), median(cpu).toFixed(0)),
    );
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}
