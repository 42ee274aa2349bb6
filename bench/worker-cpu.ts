import { rmSync } from "node:fs";
import { nextIp } from "../test/support/next-ip.ts";
import { startTestStack } from "../test/support/test-stack.ts";
import { buildBundle } from "./lib/build-bundle.ts";
import { machine } from "./lib/machine.ts";
import { option } from "./lib/option.ts";
import { processCpuMs } from "./lib/process-cpu-ms.ts";
import { row } from "./lib/row.ts";
import { serveWorker } from "./lib/serve-worker.ts";

/**
 * CPU per call in workerd, from /proc/<pid>/stat over many calls, one after another: `npm run bench:cpu`. The bundle runs under
 * plain workerd beside the local stack, whose chain, venues, Redis and facilitator it uses; what it waits for costs it nothing.
 * Options: --calls=300
 */
const CALLS = Number(option("calls", "300"));
const WARM_UP = Math.min(40, CALLS);
/** A payer may leave so many answers unsettled, and an operator so many calls a minute: both begin anew often enough. */
const CALLS_PER_PAYER = 10;
const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "0x" };

const { dir, worker: built } = await buildBundle();
const stack = await startTestStack();
const worker = await serveWorker(built, () => stack.stack.workerVars);
try {
  const vault = await stack.newVault();
  const operator = { vaultAddress: vault.address, chainId: 8453 };
  const session = await stack.credentials(vault.ownerKey);
  let payer = await stack.payer();
  let calls = 0;

  /** The headers of a paid call are signed before the clock runs: that is the client's work. */
  const paid = async (method: string, path: string) => {
    calls += 1;
    if (calls % CALLS_PER_PAYER === 0) payer = await stack.payer();
    return { "x-payment": (await stack.payment(method, path, { payer })).header };
  };
  const free = async (): Promise<Record<string, string>> => ({});
  type Case = {
    name: string;
    method: string;
    path: string;
    headers(method: string, path: string): Promise<Record<string, string>>;
    body?(): Promise<object>;
    status?: number;
  };
  const cases: Case[] = [
    {
      name: "402 to a bare request",
      method: "GET",
      path: "/api/quote?sell=USDC&buy=ETH&amount=100",
      headers: free,
      status: 402,
    },
    { name: "quote, paid", method: "GET", path: "/api/quote?sell=USDC&buy=ETH&amount=100", headers: paid },
    {
      name: "build of a swap, paid, anonymous",
      method: "POST",
      path: "/api/tools?toolName=build_vault_swap",
      headers: paid,
      body: async () => ({ arguments: SWAP, ...operator }),
    },
    {
      name: "build of a swap, paid, as operator",
      method: "POST",
      path: "/api/tools?toolName=build_vault_swap",
      headers: paid,
      body: async () => ({ arguments: SWAP, ...operator, ...session }),
    },
    {
      name: "authenticated call, a signature never seen",
      method: "POST",
      path: "/api/settings/slippage",
      headers: free,
      body: async () => ({ slippage: "0.5", ...operator, ...(await stack.credentials(vault.ownerKey, nextStamp())) }),
    },
    {
      name: "authenticated call, signature remembered",
      method: "POST",
      path: "/api/settings/slippage",
      headers: free,
      body: async () => ({ slippage: "0.5", ...operator, ...session }),
    },
  ];
  let stamp = stack.stack.nowMs() - 60_000;
  function nextStamp(): number {
    stamp += 1;
    return stamp;
  }

  /** CPU ms of `count` calls, all made ready before the first is sent. */
  const run = async ({ method, path, headers, body, status = 200, name }: Case, count: number): Promise<number> => {
    let cpuMs = 0;
    for (let done = 0; done < count; done += CALLS_PER_PAYER) {
      await stack.forgetLimits();
      const batch = [];
      for (let i = 0; i < CALLS_PER_PAYER; i += 1) {
        const sent = await headers(method, path);
        const given = body === undefined ? {} : { body: JSON.stringify(await body()) };
        const init = { "content-type": "application/json", "cf-connecting-ip": nextIp(), ...sent };
        batch.push({ method, headers: init, ...given });
      }
      const before = processCpuMs(worker.pid);
      for (const init of batch) {
        const answer = await fetch(worker.baseUrl + path, init);
        const text = await answer.text();
        if (answer.status !== status) throw new Error(`${name} answered ${answer.status}: ${text}`);
      }
      cpuMs += processCpuMs(worker.pid) - before;
    }
    return cpuMs / (Math.ceil(count / CALLS_PER_PAYER) * CALLS_PER_PAYER);
  };

  console.log(machine({ redis: stack.stack.redis.kind }));
  console.log(row("call", "CPU ms each", "calls"));
  console.log(row("---", "---", "---"));
  for (const one of cases) {
    await run(one, WARM_UP);
    console.log(row(one.name, (await run(one, CALLS)).toFixed(2), CALLS));
  }
} finally {
  await worker.stop();
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}
