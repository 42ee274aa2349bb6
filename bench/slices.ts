import { rmSync } from "node:fs";
import { privateKeyToAccount } from "viem/accounts";
import { createTicker } from "../local/stack/create-ticker.ts";
import { inParallel } from "../src/lib/in-parallel.ts";
import { SCHEDULE_LIMITS } from "../src/schedule/schedule-limits.ts";
import { putDue } from "../test/support/put-due.ts";
import { startTestStack, type TestStack, type TestVault } from "../test/support/test-stack.ts";
import { buildBundle } from "./lib/build-bundle.ts";
import { machine } from "./lib/machine.ts";
import { option } from "./lib/option.ts";
import { plainSwap } from "./lib/plain-swap.ts";
import { processCpuMs } from "./lib/process-cpu-ms.ts";
import { row } from "./lib/row.ts";
import { rpcCalls } from "./lib/rpc-calls.ts";
import { serveWorker } from "./lib/serve-worker.ts";
import { threadCpuUs } from "./lib/thread-cpu-us.ts";

/**
 * Slices per second through the whole path on the local stack (scheduler, Worker in workerd, Redis, venue, anvil), tick after
 * tick with every vault due, next to a plain loop of viem calls for the same swaps: `npm run bench:slices`.
 * Options: --vaults=16 --ticks=4; at most as many vaults as a tick runs itself, the others would wait for their shards.
 */
const VAULTS = Number(option("vaults", "16"));
const TICKS = Number(option("ticks", "4"));
if (VAULTS > SCHEDULE_LIMITS.tickBatch) throw new Error(`--vaults is at most ${SCHEDULE_LIMITS.tickBatch}`);
const AT_ONCE = 4;
const MINUTE = 60_000;
const SLICE = { usdc: "20", base: 20_000_000n };

const order = (slices: number) => ({
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: String(Number(SLICE.usdc) * slices),
  sliceCount: slices,
  intervalMinutes: 5,
  dex: "0x",
  autoExecute: true,
});

async function vaultWithOrder(stack: TestStack, slices: number): Promise<TestVault> {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  const made = await stack.tool(vault, "create_twap_order", order(slices));
  if (made.status !== 200) throw new Error(`no order: ${JSON.stringify(made.body)}`);
  return vault;
}

/** One slice of every vault, by as many deliveries as it takes; seconds of the deliveries alone. */
async function tickThrough(stack: TestStack, deliver: ReturnType<typeof createTicker>, vaults: readonly TestVault[]) {
  for (const { address, owner } of vaults)
    await putDue(stack.stack.redis.command, "sx:local:", { vault: address, operator: owner, id: 1 }, 0);
  const startedMs = performance.now();
  for (let executed = 0; executed < vaults.length; ) {
    const [delivery] = await deliver();
    const summary = JSON.parse(delivery!.body) as { executed: number; slices: number };
    if (summary.executed === 0 || summary.executed !== summary.slices)
      throw new Error(`not executed: ${delivery!.body}`);
    executed += summary.executed;
  }
  return (performance.now() - startedMs) / 1_000;
}

async function measureTime() {
  const { dir, modules } = await buildBundle();
  const stack = await startTestStack({ wire: "direct" });
  const worker = await serveWorker(modules[0]!, (baseUrl) => ({
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
    const owners = vaults.map(({ address, ownerKey }) => ({ vault: address, owner: privateKeyToAccount(ownerKey) }));
    let gas = 0n;
    for (const [name, atOnce] of [
      ["plain loop of viem calls, one after another", 1],
      [`plain loop, ${AT_ONCE} at once`, AT_ONCE],
    ] as const) {
      const startedMs = performance.now();
      const used = await inParallel(atOnce, owners, (one) =>
        plainSwap(stack.stack, { ...one, sellBase: SLICE.base, slippageBps: 100 }),
      );
      rows.push([name, used.length, (performance.now() - startedMs) / 1_000]);
      gas = used.reduce((sum, each) => sum + each, 0n) / BigInt(used.length);
    }
    return { rows, gas, cpuMs, redisUsPerSlice };
  } finally {
    await worker.stop();
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** What one slice asks of the chain, with counting proxies in between. */
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

const time = await measureTime();
const wire = await measureWire();
console.log(machine());
console.log(row("how", "swaps", "seconds", "per second"));
console.log(row("---", "---", "---", "---"));
for (const [name, count, seconds] of time.rows)
  console.log(row(name, count, seconds.toFixed(1), (count / seconds).toFixed(1)));
console.log(
  `\ngas of a plain swap: ${time.gas}; CPU per slice: workerd ${time.cpuMs.toFixed(2)} ms, redis-server ${time.redisUsPerSlice.toFixed(0)} us`,
);
const methods = [...wire.methods].map(([method, count]) => `${count} ${method}`).join(", ");
console.log(`one slice: ${wire.requests} requests to the node with ${methods}`);
console.log(`and to Redis, in bytes of their bodies: ${wire.bytes.join(", ")}`);
