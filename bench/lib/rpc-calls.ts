import type { CountingProxy } from "../../local/lib/counting-proxy.ts";

export type RpcCalls = { requests: number; methods: Map<string, number> };

/** Counts JSON-RPC calls by method, and the HTTP requests that carried them, from now on. */
export function rpcCalls(proxy: CountingProxy): RpcCalls {
  const seen: RpcCalls = { requests: 0, methods: new Map() };
  proxy.before(async ({ body }) => {
    seen.requests += 1;
    const given: unknown = JSON.parse(body);
    for (const { method } of (Array.isArray(given) ? given : [given]) as { method: string }[])
      seen.methods.set(method, (seen.methods.get(method) ?? 0) + 1);
  });
  return seen;
}
