import { setTimeout as delay } from "node:timers/promises";
import type { CountingProxy } from "../../local/lib/counting-proxy.ts";

export type Distance = { roundTripMs: number; blockMs: number };
type Given = Distance & { rpcUrl: string; proxies: readonly CountingProxy[] };

/**
 * Blocks are out a moment after the second that their timestamp names, as on chains with a fixed
 * interval.
 */
const BLOCK_LAG_MS = 100;

/**
 * From now on every request through one of the proxies takes a round trip longer, and the chain
 * mines at fixed times instead of whatever it is sent. Gives a wait until so long after the next
 * block.
 */
export async function goFar({
  rpcUrl,
  proxies,
  roundTripMs,
  blockMs,
}: Given): Promise<(ms: number) => Promise<void>> {
  for (const proxy of proxies)
    proxy.before(async () => {
      await delay(roundTripMs);
    });
  const ask = async (method: string, params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(rpcUrl, { method: "POST", headers, body });
    const { result, error } = (await answer.json()) as {
      result?: unknown;
      error?: { message: string };
    };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  await delay(1_000 - (Date.now() % 1_000) + BLOCK_LAG_MS);
  await ask("evm_setIntervalMining", [blockMs / 1_000]);
  return async (ms) => {
    const seen = await ask("eth_blockNumber", []);
    while ((await ask("eth_blockNumber", [])) === seen) await delay(5);
    await delay(ms);
  };
}
