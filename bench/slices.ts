import { rmSync } from "node:fs";
import { createTicker } from "../local/stack/create-ticker.ts";
import { SCHEDULE_LIMITS } from "../src/schedule/schedule-limits.ts";
import { startTestStack, type TestVault } from "../test/support/test-stack.ts";
import { buildBundle } from "./lib/build-bundle.ts";
import { machine } from "./lib/machine.ts";
import { measureFar } from "./lib/measure-far.ts";
import { option } from "./lib/option.ts";
import { plainLoop } from "./lib/plain-loop.ts";
import { processCpuMs } from "./lib/process-cpu-ms.ts";
import { row } from "./lib/row.ts";
import { rpcCalls } from "./lib/rpc-calls.ts";
import { serveWorker } from "./lib/serve-worker.ts";
import { threadCpuUs } from "./lib/thread-cpu-us.ts";
import { tickThrough } from "./lib/tick-through.ts";
import { vaultWithOrder } from "./lib/vault-with-order.ts";

/**
 * Slices per second through the whole path on the local stack (scheduler, Worker in workerd, Redis,
 * venue, anvil), tick after tick with every vault due, next to a plain loop of viem calls for the
 * same swaps; then both again with 30 ms to node, venue and store, and blocks of two seconds:
 * `npm run bench:slices`.
 *
 * Options: --vaults=16 --ticks=4 --phases=8 --only=near|far; at most as many vaults as a tick runs
 * itself, the others would wait for their shards.
 */
const VAULTS = Number(option("vaults", "16"));
const TICKS = Number(option("ticks", "4"));
const PHASES = Number(option("phases", "8"));
const ONLY = option("only", "");
if (VAULTS > SCHEDULE_LIMITS.tickBatch)
  throw new Error(`--vaults is at most ${SCHEDULE_LIMITS.tickBatch}`);
/** As many vaults as a tick has under way. */
const AT_ONCE = SCHEDULE_LIMITS.vaultsAtOnce;
const DISTANCE = { roundTripMs: 30, blockMs: 2_000 };
const MINUTE = 60_000;

async function measureTime(module: string) {
  const stack = await startTestStack({ wire: "direct" });
  const worker = await serveWorker(module, (baseUrl) => ({
    ...stack.stack.workerVars,
    PUBLIC_BASE_URL: baseUrl,
  }));
  try {
    const deliver = createTicker(stack.stack.scheduler.url, worker.baseUrl);
    const vaults: TestVault[] = [];
    for (let i = 0; i < VAULTS; i += 1) vaults.push(await vaultWithOrder(stack, TICKS + 1));
    await tickThrough(stack, deliver, vaults);
    const redisPid = stack.stack.redis.server?.pid();
    const redisUs = () => (redisPid === undefined ? Number.NaN : threadCpuUs(redisPid));
    const [fromMs, fromUs] = [processCpuMs(worker.pid), redisUs()];
    let seconds = 0;
    for (let i = 0; i < TICKS; i += 1) seconds += await tickThrough(stack, deliver, vaults);
    const cpuMs = (processCpuMs(worker.pid) - fromMs) / (VAULTS * TICKS);
    const redisUsPerSlice = (redisUs() - fromUs) / (VAULTS * TICKS);
    const rows: [string, number, number][] = [["ticks, the whole path", VAULTS * TICKS, seconds]];
    const plain = {
      rpcUrl: stack.stack.chain.rpcUrl,
      venueUrl: stack.stack.venues["0x"].baseUrl,
      apiKey: stack.stack.workerVars.ZEROX_API_KEY ?? "",
      vaults,
    };
    let gas = 0n;
    for (const [name, atOnce] of [
      ["plain loop of viem calls, one after another", 1],
      [`plain loop, ${AT_ONCE} at once`, AT_ONCE],
    ] as const) {
      const loop = await plainLoop({ ...plain, atOnce });
      rows.push([name, vaults.length, loop.seconds]);
      gas = loop.gas;
    }
    return { rows, gas, cpuMs, redisUsPerSlice };
  } finally {
    await worker.stop();
    await stack.stop();
  }
}

/** The requests of one slice to the chain, with counting proxies in between. */
async function measureWire() {
  const stack = await startTestStack();
  try {
    await vaultWithOrder(stack, 2);
    await stack.advance(5 * MINUTE);
    const calls = rpcCalls(stack.proxies.rpc);
    const bytes: string[] = [];
    stack.proxies.redis.before(async ({ body }) => {
      const name = /^sx:\w+:request:([\w-]+):/.exec((JSON.parse(body) as string[])[3] ?? "")?.[1];
      bytes.push(`${name} ${body.length}`);
    });
    const summary = await stack.advance(5 * MINUTE);
    if (summary.executed !== 1) throw new Error(`not one slice: ${JSON.stringify(summary)}`);
    return { ...calls, bytes };
  } finally {
    await stack.stop();
  }
}

async function near(module: string) {
  const time = await measureTime(module);
  const wire = await measureWire();
  console.log(row("how", "swaps", "seconds", "per second"));
  console.log(row("---", "---", "---", "---"));
  for (const [name, count, seconds] of time.rows)
    console.log(row(name, count, seconds.toFixed(1), (count / seconds).toFixed(1)));
  console.log(
    `\ngas of a plain swap: ${time.gas}; CPU per slice: workerd ${time.cpuMs.toFixed(2)} ms, ` +
      `redis-server ${time.redisUsPerSlice.toFixed(0)} us`,
  );
  const methods = [...wire.methods].map(([method, count]) => `${count} ${method}`).join(", ");
  console.log(`one slice: ${wire.requests} requests to the node with ${methods}`);
  console.log(`and to Redis, in bytes of their bodies: ${wire.bytes.join(", ")}\n`);
}

async function far(module: string) {
  const { runs, trace } = await measureFar({
    ...{ module, distance: DISTANCE, phases: PHASES, atOnce: AT_ONCE },
    vaults: [...new Set([1, VAULTS])],
  });
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  console.log(
    `${DISTANCE.roundTripMs} ms to node, venue and store, a block every ${DISTANCE.blockMs} ` +
      `ms, means of ${PHASES}`,
  );
  console.log(row("vaults", "tick, seconds", `plain loop, ${AT_ONCE} at once, seconds`, "times"));
  console.log(row("---", "---", "---", "---"));
  for (const { vaults, tickSec, plainSec } of runs) {
    const times = mean(tickSec) / mean(plainSec);
    console.log(row(vaults, mean(tickSec).toFixed(2), mean(plainSec).toFixed(2), times.toFixed(2)));
    const list = (of: readonly number[]) => of.map((one) => one.toFixed(2)).join(" ");
    console.log(`<!-- each: tick ${list(tickSec)}; plain ${list(plainSec)} -->`);
  }
  console.log(`\none slice, in ms:\n${trace.join("\n")}`);
}

const { dir, worker: built } = await buildBundle();
try {
  console.log(machine());
  if (ONLY !== "far") await near(built);
  if (ONLY !== "near") await far(built);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
