import { createTicker } from "../../local/stack/create-ticker.ts";
import { setWorkerClock } from "../../local/stack/set-worker-clock.ts";
import { nextIp } from "../../test/support/next-ip.ts";
import { startTestStack, type TestVault } from "../../test/support/test-stack.ts";
import { type ServedWorker, serveWorker } from "./serve-worker.ts";
import { threadsCpuMs } from "./threads-cpu-ms.ts";
import { tickThrough } from "./tick-through.ts";
import { vaultWithOrder } from "./vault-with-order.ts";

/**
 * A Worker under plain workerd, with a local stack of its own whose store its own code has written.
 */
export type MeasuredWorker = {
  /** CPU ms for each of `count` calls, of all threads of its process. */
  run(name: CaseName, count: number): Promise<number>;
  stop(): Promise<void>;
};
export const CASES = [
  "402 to a bare request",
  "quote, paid",
  "build of a swap, paid, anonymous",
  "build of a swap, paid, as operator",
  "authenticated call, a signature never seen",
  "authenticated call, signature remembered",
  "slice of an order",
] as const;
export type CaseName = (typeof CASES)[number];

type Case = {
  method: string;
  path: string;
  headers(method: string, path: string): Promise<Record<string, string>>;
  body?(): Promise<object>;
  status?: number;
};

/**
 * A payer may leave so many answers unsettled, and an operator so many calls a minute: both begin
 * anew often enough.
 */
const CALLS_PER_PAYER = 10;
/** Whose slices a tick finds due. */
const VAULTS = 5;
const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "0x" };
const QUOTE = "/api/quote?sell=USDC&buy=ETH&amount=100";

/**
 * `module`: the built Worker that is measured, with V8's inspector at `inspectorPort`; `entry`: the
 * source of the stack's own Worker, which makes vaults' records; `slices`: as many may be asked
 * for.
 */
export async function measuredWorker(
  module: string,
  {
    entry,
    slices = 1_000,
    inspectorPort,
  }: { entry?: string | undefined; slices?: number; inspectorPort?: number } = {},
): Promise<MeasuredWorker> {
  const stack = await startTestStack({ wire: "direct", ...(entry !== undefined && { entry }) });
  const vars = (baseUrl: string) => ({ ...stack.stack.workerVars, PUBLIC_BASE_URL: baseUrl });
  const worker = await serveWorker(module, vars, "/", inspectorPort);
  await setWorkerClock(worker.baseUrl, stack.stack.nowMs());
  const vault = await stack.newVault();
  const operator = { vaultAddress: vault.address, chainId: 8453 };
  const session = await stack.credentials(vault.ownerKey);
  const deliver = createTicker(stack.stack.scheduler.url, worker.baseUrl);
  let trading: Promise<TestVault[]> | undefined;
  let payer = await stack.payer();
  let calls = 0;
  let stamp = stack.stack.nowMs() - 60_000;

  /** Of a paid call they are signed before anything is measured: that is the client's work. */
  const paid = async (method: string, path: string) => {
    calls += 1;
    if (calls % CALLS_PER_PAYER === 0) payer = await stack.payer();
    return { "x-payment": (await stack.payment(method, path, { payer })).header };
  };
  const free = async (): Promise<Record<string, string>> => ({});
  const build = { method: "POST", path: "/api/tools?toolName=build_vault_swap", headers: paid };
  const setting = { method: "POST", path: "/api/settings/slippage", headers: free };
  const nextStamp = () => {
    stamp += 1;
    return stamp;
  };
  const cases: Record<Exclude<CaseName, "slice of an order">, Case> = {
    "402 to a bare request": { method: "GET", path: QUOTE, headers: free, status: 402 },
    "quote, paid": { method: "GET", path: QUOTE, headers: paid },
    "build of a swap, paid, anonymous": {
      ...build,
      body: async () => ({ arguments: SWAP, ...operator }),
    },
    "build of a swap, paid, as operator": {
      ...build,
      body: async () => ({ arguments: SWAP, ...operator, ...session }),
    },
    "authenticated call, a signature never seen": {
      ...setting,
      body: async () => ({
        slippage: "0.5",
        ...operator,
        ...(await stack.credentials(vault.ownerKey, nextStamp())),
      }),
    },
    "authenticated call, signature remembered": {
      ...setting,
      body: async () => ({ slippage: "0.5", ...operator, ...session }),
    },
  };

  const run = async (name: CaseName, count: number): Promise<number> => {
    if (name === "slice of an order") {
      // One vault's trades would use up its loss budget, and a tick with one slice is mostly the
      // tick.
      trading ??= Promise.all(Array.from({ length: VAULTS }, () => vaultWithOrder(stack, slices)));
      const vaults = await trading;
      const rounds = Math.ceil(count / VAULTS);
      const before = threadsCpuMs(worker.pid);
      for (let done = 0; done < rounds; done += 1) await tickThrough(stack, deliver, vaults);
      return (threadsCpuMs(worker.pid) - before) / (rounds * VAULTS);
    }
    const { method, path, headers, body, status = 200 } = cases[name];
    let cpuMs = 0;
    for (let done = 0; done < count; done += CALLS_PER_PAYER) {
      await stack.forgetLimits();
      const batch = [];
      for (let i = done; i < Math.min(count, done + CALLS_PER_PAYER); i += 1) {
        const sent = await headers(method, path);
        const given = body === undefined ? {} : { body: JSON.stringify(await body()) };
        const init = { "content-type": "application/json", "cf-connecting-ip": nextIp(), ...sent };
        batch.push({ method, headers: init, ...given });
      }
      const before = threadsCpuMs(worker.pid);
      for (const init of batch) await answered(worker, path, init, status, name);
      cpuMs += threadsCpuMs(worker.pid) - before;
    }
    return cpuMs / count;
  };
  return {
    run,
    stop: async () => {
      await worker.stop();
      await stack.stop();
    },
  };
}

async function answered(
  { baseUrl }: ServedWorker,
  path: string,
  init: RequestInit,
  status: number,
  name: string,
): Promise<void> {
  const answer = await fetch(baseUrl + path, init);
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${name} answered ${answer.status}: ${text}`);
}
