import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { freePort } from "../local/lib/free-port.ts";
import { buildBundle } from "./lib/build-bundle.ts";
import { type CpuProfile, sharesOf, startProfile } from "./lib/cpu-profile.ts";
import { machine } from "./lib/machine.ts";
import { CASES, measuredWorker } from "./lib/measured-worker.ts";
import { option } from "./lib/option.ts";
import { row } from "./lib/row.ts";
import { serveWorker } from "./lib/serve-worker.ts";

/**
 * Where the CPU of a start or of a call goes, by package or room and by function, from V8's own
 * profiler in workerd: `npm run bench:profile -- quote|build|slice|402|start`. The Worker is not
 * minified here, so that functions have their names. Options: --calls=200 --most=25
 */
const [what = "quote"] = process.argv.slice(2).filter((text: string) => !text.startsWith("--"));
const CALLS = Number(option("calls", "200"));
const MOST = Number(option("most", "25"));
const WARM_UP = 50;

const { dir, worker: module } = await buildBundle({ minify: false });
try {
  console.log(machine());
  const profile = what === "start" ? await profileOfStart() : await profileOfCalls();
  const { functions, files } = sharesOf(profile, dirname(module));
  for (const [title, shares] of Object.entries({ "package or room": files, function: functions })) {
    console.log(
      `\n${row(title, what === "start" ? "ms" : "ms a call", "share")}\n${row("---", "---", "---")}`,
    );
    const each = what === "start" ? 1 : CALLS;
    for (const { name, ms, share } of shares.slice(0, MOST))
      console.log(row(name, (ms / each).toFixed(3), `${(100 * share).toFixed(1)}%`));
  }
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/**
 * Of the modules that a first request loads: a Worker that imports the real one when it is asked
 * for something.
 */
async function profileOfStart(): Promise<CpuProfile> {
  const late = join(dirname(module), "late.js");
  writeFileSync(
    late,
    `export default { fetch: async (request, ...more) => request.url.endsWith("/ready") ? ` +
      `new Response("ready") : (await import("./worker.js")).default.fetch(request, ...more) };`,
  );
  const inspectorPort = await freePort();
  const served = await serveWorker(
    late,
    () => ({ X402_PAY_TO: `0x${"11".repeat(20)}` }),
    "/ready",
    inspectorPort,
  );
  try {
    const stop = await startProfile(inspectorPort);
    await (await fetch(`${served.baseUrl}/`)).text();
    return await stop();
  } finally {
    await served.stop();
  }
}

async function profileOfCalls(): Promise<CpuProfile> {
  const name = CASES.find((one) => one.includes(what));
  if (name === undefined)
    throw new Error(`There is no "${what}". Known are: start, ${CASES.join(", ")}.`);
  const inspectorPort = await freePort();
  const worker = await measuredWorker(module, { slices: CALLS + WARM_UP + 100, inspectorPort });
  try {
    await worker.run(name, WARM_UP);
    const stop = await startProfile(inspectorPort);
    await worker.run(name, CALLS);
    return await stop();
  } finally {
    await worker.stop();
  }
}
