import type { FetchLike } from "../../../src/chain/rpc.ts";

export type Posted = {
  url: string;
  calls: { id: number; method: string; params: unknown[] }[];
  signal: AbortSignal | null;
};
type Reply = Response | "hang" | Error | ((posted: Posted) => Response);

/**
 * JSON-RPC nodes by URL, which answer in order what they are given (the last one for ever); keeps
 * what was posted.
 */
export function httpNodes(nodes: Record<string, Reply[]>): { fetch: FetchLike; posted: Posted[] } {
  const posted: Posted[] = [];
  const fetch: FetchLike = async (url, init) => {
    const one = { url, calls: JSON.parse(String(init.body)), signal: init.signal ?? null };
    posted.push(one);
    const replies = nodes[url] ?? [];
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply === undefined || reply instanceof Error)
      throw reply ?? new TypeError("connection refused");
    if (typeof reply === "function") return reply(one);
    if (reply !== "hang") return reply.clone();
    return new Promise((_, reject) => {
      one.signal?.addEventListener("abort", () => reject(one.signal?.reason));
    });
  };
  return { fetch, posted };
}

export const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });

/**
 * Answers each call with its own method and first parameter, in reverse: a batch's answers may come
 * in any order.
 */
export const echo = ({ calls }: Posted): Response =>
  json(
    calls
      .map(({ id, method, params }) => ({ jsonrpc: "2.0", id, result: `${method}:${params[0]}` }))
      .reverse(),
  );
