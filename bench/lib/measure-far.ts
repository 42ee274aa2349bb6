import { type CountingProxy, startCountingProxy } from "../../local/lib/counting-proxy.ts";
import { createTicker } from "../../local/stack/create-ticker.ts";
import { startTestStack, type TestVault } from "../../test/support/test-stack.ts";
import { type Wire, watchWire } from "../../test/support/watch-wire.ts";
import { type Distance, goFar } from "./go-far.ts";
import { plainLoop } from "./plain-loop.ts";
import { serveWorker } from "./serve-worker.ts";
import { tickThrough } from "./tick-through.ts";
import { vaultWithOrder } from "./vault-with-order.ts";

export type FarRun = { vaults: number; tickSec: number[]; plainSec: number[] };
export type Far = { runs: FarRun[]; trace: string[] };
/**
 * `phases`: at so many moments between two blocks each number of vaults is run, by the tick and by
 * the plain loop in turn.
 */
type Given = {
  module: string;
  distance: Distance;
  vaults: readonly number[];
  phases: number;
  atOnce: number;
};

/** The tick and the plain loop, each as far from everything as a region of a cloud is. */
export async function measureFar({
  module,
  distance,
  vaults: counts,
  phases,
  atOnce,
}: Given): Promise<Far> {
  const stack = await startTestStack();
  const worker = await serveWorker(module, (baseUrl) => ({
    ...stack.stack.workerVars,
    PUBLIC_BASE_URL: baseUrl,
  }));
  let stopLoop = async (): Promise<void> => {};
  try {
    const deliver = createTicker(stack.stack.scheduler.url, worker.baseUrl);
    const vaults: TestVault[] = [];
    const most = Math.max(...counts);
    for (let i = 0; i < most; i += 1)
      vaults.push(await vaultWithOrder(stack, counts.length * phases + 2));
    await tickThrough(stack, deliver, vaults);
    // The loop has proxies of its own: the others are watched, and know the Worker's batches only.
    const rpcUrl = stack.stack.chain.rpcUrl;
    const venue = new URL(stack.stack.venues["0x"].baseUrl);
    const ofLoop = await Promise.all(
      [rpcUrl, venue.origin].map((target) => startCountingProxy({ target })),
    );
    stopLoop = async () => void (await Promise.all(ofLoop.map((proxy) => proxy.stop())));
    const [node, exchange] = ofLoop as [CountingProxy, CountingProxy];
    const plain = {
      rpcUrl: node.url,
      venueUrl: exchange.url + venue.pathname.replace(/\/$/, ""),
      apiKey: stack.stack.workerVars.ZEROX_API_KEY ?? "",
      atOnce,
    };
    const wire = watchWire(stack.proxies);
    const { rpc, redis, "0x": zerox, uniswap } = stack.proxies;
    const untilAfterBlock = await goFar({
      rpcUrl,
      proxies: [rpc, redis, zerox, uniswap, ...ofLoop],
      ...distance,
    });
    const runs: FarRun[] = [];
    let trace: string[] = [];
    for (const count of counts) {
      const some = vaults.slice(0, count);
      const run: FarRun = { vaults: count, tickSec: [], plainSec: [] };
      for (let phase = 0; phase < phases; phase += 1) {
        const afterMs = ((phase + 0.5) * distance.blockMs) / phases;
        await untilAfterBlock(afterMs);
        wire.reset();
        run.tickSec.push(await tickThrough(stack, deliver, some));
        if (trace.length === 0) trace = traceOf(wire);
        await untilAfterBlock(afterMs);
        run.plainSec.push((await plainLoop({ ...plain, vaults: some })).seconds);
      }
      runs.push(run);
    }
    return { runs, trace };
  } finally {
    await worker.stop();
    await stopLoop();
    await stack.stop();
  }
}

/** The requests, from when to when, in ms since the first. */
function traceOf(wire: Wire): string[] {
  const requests = wire.requests();
  const firstMs = requests[0]?.fromMs ?? 0;
  const ms = (at: number | null) => (at === null ? "" : (at - firstMs).toFixed(0).padStart(5));
  return requests.map(({ label, fromMs, toMs }) => `${ms(fromMs)} to ${ms(toMs)} ${label}`);
}
