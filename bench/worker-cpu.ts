import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { buildBundle } from "./lib/build-bundle.ts";
import { machine } from "./lib/machine.ts";
import { CASES, type MeasuredWorker, measuredWorker } from "./lib/measured-worker.ts";
import { option } from "./lib/option.ts";
import { row } from "./lib/row.ts";
import { serveWorker } from "./lib/serve-worker.ts";
import { spreadOf, spreadText } from "./lib/spread.ts";
import { threadsCpuMs } from "./lib/threads-cpu-ms.ts";
import { treeOf } from "./lib/tree-of.ts";

/**
 * CPU in workerd of a start and of a call, in units of a bare Hono answer of the same run, and
 * beside the tree of another commit, in turns: `npm run bench:cpu -- --before=HEAD~1`. Each Worker
 * runs under plain workerd beside a local stack of its own; what it waits for costs it nothing.
 * Medians and quartiles of the pairs; a ratio is of the two of one pair, so that what else the
 * machine does meets both. Options: --before=COMMIT --pairs=30 --calls=10 --only=quote
 */
const PAIRS = Number(option("pairs", "30"));
const CALLS = Number(option("calls", "10"));
const ONLY = option("only", "");
const BEFORE = option("before", "");
const BARE_CALLS = 200;
const WARM_UP = 3;

const { dir, worker: built } = await buildBundle();
const before = BEFORE === "" ? undefined : treeOf(BEFORE);
const stops: (() => Promise<void> | void)[] = [];
try {
  const beforeBuilt = before?.buildInto(join(dir, "before"));
  const modules = [built, ...(beforeBuilt === undefined ? [] : [beforeBuilt])];
  console.log(machine());
  console.log(
    row(
      "",
      "CPU ms",
      "in bare answers",
      ...(before === undefined ? [] : [`${BEFORE}, CPU ms`, "of it"]),
    ),
  );
  console.log(row("---", "---", "---", ...(before === undefined ? [] : ["---", "---"])));
  if ("start".includes(ONLY)) await measureStarts(modules);
  const bare = await bareAnswers();
  const workers: MeasuredWorker[] = [];
  for (const [index, module] of modules.entries()) {
    const worker = await measuredWorker(module, {
      entry: index === 0 ? undefined : before?.entry,
      slices: PAIRS * CALLS + 100,
    });
    stops.push(worker.stop);
    workers.push(worker);
  }
  for (const name of CASES.filter((one) => one.includes(ONLY))) {
    for (let i = 0; i < WARM_UP; i += 1)
      for (const worker of workers) await worker.run(name, CALLS);
    const [units, times] = await inTurns(
      bare,
      workers.map((worker) => () => worker.run(name, CALLS)),
    );
    print(name, times, units);
  }
} finally {
  for (const stop of stops.reverse()) await stop();
  before?.remove();
  rmSync(dir, { recursive: true, force: true });
}

/** Of each pair the bare answer first, then all in an order that turns round from pair to pair. */
async function inTurns(
  bare: () => Promise<number>,
  measures: readonly (() => Promise<number>)[],
): Promise<[number[], number[][]]> {
  const units: number[] = [];
  const times: number[][] = measures.map(() => []);
  for (let pair = 0; pair < PAIRS; pair += 1) {
    units.push(await bare());
    const order = [...measures.entries()];
    for (const [index, measure] of pair % 2 === 0 ? order : order.reverse())
      times[index]?.push(await measure());
  }
  return [units, times];
}

function print(
  name: string,
  [now = [], old]: readonly number[][],
  units?: readonly number[],
): void {
  const inUnits = units && now.map((ms, pair) => ms / (units[pair] ?? Number.NaN));
  const ratios = old && now.map((ms, pair) => ms / (old[pair] ?? Number.NaN));
  const cells = [spreadText(now, 2), inUnits ? spreadText(inUnits, 1) : ""];
  console.log(
    row(
      name,
      ...cells,
      ...(old && ratios ? [spreadOf(old).median.toFixed(2), spreadText(ratios, 3)] : []),
    ),
  );
}

/** Above an empty Worker, spawn to first answer. */
async function measureStarts(modules: readonly string[]): Promise<void> {
  const empty = join(dir, "empty", "empty.js");
  mkdirSync(dirname(empty));
  writeFileSync(empty, `export default { fetch: () => new Response("hello") };`);
  const start = async (module: string) => {
    const worker = await serveWorker(module, () => ({ X402_PAY_TO: `0x${"11".repeat(20)}` }));
    await worker.stop();
    return worker.coldCpuMs;
  };
  const [none, times] = await inTurns(
    () => start(empty),
    modules.map((module) => () => start(module)),
  );
  print(
    "start, above an empty Worker",
    times.map((each) => each.map((ms, pair) => ms - (none[pair] ?? Number.NaN))),
  );
}

/** Hono alone, with a short JSON. */
async function bareAnswers(): Promise<() => Promise<number>> {
  const module = join(dir, "bare", "bare-hono.js");
  const entryPoints = [join(import.meta.dirname, "lib/bare-hono.ts")];
  await build({ entryPoints, outfile: module, bundle: true, format: "esm", minify: true });
  const worker = await serveWorker(module, () => ({}), "/short");
  stops.push(worker.stop);
  const call = async () => {
    await (await fetch(`${worker.baseUrl}/short`)).text();
  };
  for (let i = 0; i < 2_000; i += 1) await call();
  return async () => {
    const from = threadsCpuMs(worker.pid);
    for (let i = 0; i < BARE_CALLS; i += 1) await call();
    return (threadsCpuMs(worker.pid) - from) / BARE_CALLS;
  };
}
