import { type Hex, toFunctionSelector } from "viem";
import type { CountingProxy, SeenRequest } from "../../local/lib/counting-proxy.ts";

export type WireName = "rpc" | "redis" | "0x" | "uniswap" | "facilitator";
/**
 * One HTTP request of the Worker. `from` and `to` count every start and end seen by the watch: they
 * order all requests; `fromMs` and `toMs` are the same by the clock (`performance.now()`).
 */
export type WireRequest = {
  name: WireName;
  label: string;
  body: string;
  from: number;
  to: number | null;
  fromMs: number;
  toMs: number | null;
};
export type Wire = {
  /** In the order of their starts. */
  requests(name?: WireName): WireRequest[];
  labels(name?: WireName): string[];
  reset(): void;
  /**
   * Lets none of these through before all of them are there: where one waits for another's answer
   * none goes on by itself, and `missed()` names those that had not come within the time.
   */
  together(labels: readonly string[], withinMs?: number): { missed(): string[] };
  /**
   * The least number of answers that were waited for, one after the other, before the request with
   * this label started.
   */
  waitsBefore(label: string): number;
  stop(): void;
};

const WITHIN_MS = 10_000;
const MULTICALL = toFunctionSelector("multicall(bytes[])");
const POOL_ID = toFunctionSelector("getPoolIdFromAddress(address)");

/**
 * Joins what counting proxies see into one ordered record of requests, named by what they are for.
 */
export function watchWire(proxies: Record<WireName, CountingProxy>): Wire {
  let clock = 0;
  let seen: WireRequest[] = [];
  let barriers: Barrier[] = [];
  const known = new WeakMap<SeenRequest, WireRequest>();
  for (const [name, proxy] of Object.entries(proxies) as [WireName, CountingProxy][]) {
    proxy.before(async (request) => {
      clock += 1;
      const one: WireRequest = {
        ...{ name, label: labelOf(name, request), body: request.body },
        ...{ from: clock, to: null, fromMs: performance.now(), toMs: null },
      };
      known.set(request, one);
      seen.push(one);
      await Promise.all(barriers.map((barrier) => barrier.arrive(one.label)));
    });
    proxy.after(async (request) => {
      clock += 1;
      const one = known.get(request);
      if (one === undefined) return;
      one.to = clock;
      one.toMs = performance.now();
    });
  }
  const requests: Wire["requests"] = (name) =>
    seen.filter((one) => name === undefined || one.name === name);
  return {
    requests,
    labels: (name) => requests(name).map((one) => one.label),
    reset: () => {
      seen = [];
      barriers = [];
    },
    together: (labels, withinMs = WITHIN_MS) => {
      const barrier = createBarrier(labels, withinMs);
      barriers.push(barrier);
      return { missed: barrier.missed };
    },
    waitsBefore: (label) => {
      const target = seen.find((one) => one.label === label);
      if (target === undefined)
        throw new Error(`no ${label} among ${seen.map((one) => one.label).join(", ")}`);
      return depthOf(seen, target);
    },
    stop: () => {
      for (const proxy of Object.values(proxies)) proxy.clearHooks();
    },
  };
}

/**
 * The longest chain of requests that each ended before the next began, all before `target` began.
 */
function depthOf(seen: readonly WireRequest[], target: WireRequest): number {
  const before = seen.filter((one) => one.to !== null && one.to < target.from);
  return before.length === 0 ? 0 : 1 + Math.max(...before.map((one) => depthOf(before, one)));
}

type Barrier = { arrive(label: string): Promise<void>; missed(): string[] };

function createBarrier(labels: readonly string[], withinMs: number): Barrier {
  const waiting = new Set(labels);
  let late: string[] | undefined;
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    missed: () => late ?? [...waiting],
    arrive: async (label) => {
      if (!waiting.delete(label)) return;
      if (waiting.size === 0) open();
      const overdue = setTimeout(() => {
        late ??= [...waiting];
        open();
      }, withinMs);
      await opened;
      clearTimeout(overdue);
    },
  };
}

function labelOf(name: WireName, { path, body }: SeenRequest): string {
  if (name === "rpc") return `rpc:${rpcLabel(body)}`;
  if (name === "redis") return `redis:${scriptName(body)}`;
  return `${name}:${path.split("?")[0]?.split("/").at(-1)}`;
}

/**
 * The batches of docs/design.md by what only they ask: A reads, B simulates at one block, C looks
 * again at the head.
 */
function rpcLabel(body: string): string {
  const calls = JSON.parse(body) as { method: string; params: [{ data?: Hex }?] }[];
  const asks = (method: string) => calls.some((call) => call.method === method);
  const calldata = calls.map((call) => call.params[0]?.data?.slice(0, 10));
  if (asks("eth_sendRawTransaction")) return "send";
  if (asks("eth_getTransactionReceipt")) return "receipt";
  if (asks("eth_estimateGas")) return "B";
  if (asks("eth_maxPriorityFeePerGas")) return "A";
  if (calldata.includes(MULTICALL)) return "C";
  if (calldata.includes(POOL_ID)) return "owner";
  return "read";
}

/**
 * Scripts that write name themselves in their first key; a script without a request id is a read.
 */
function scriptName(body: string): string {
  const [command, , , firstKey = ""] = JSON.parse(body) as string[];
  if (!["eval", "evalsha"].includes(command?.toLowerCase() ?? "")) return `not-a-script-${command}`;
  return /^sx:\w+:request:([\w-]+):/.exec(firstKey)?.[1] ?? "read";
}
