import type { Rpc } from "../../../src/chain/rpc.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";

type Answer = { result: unknown } | { revert: `0x${string}` } | { unavailable: true };

/**
 * A node that answers by method, target and selector: `"<method>"` or `"<to>:<selector>"`.
 * `batches` counts requests.
 */
export function fakeRpc(answers: Record<string, Answer>): { rpc: Rpc; batches: () => number } {
  let batches = 0;
  const one = <T>(call: RpcCall<T>): RpcOutcome<T> => {
    const [first] = call.params as [{ to?: string; data?: string }];
    const key =
      call.method === "eth_call"
        ? `${first.to?.toLowerCase()}:${first.data?.slice(0, 10)}`
        : call.method;
    const answer = answers[key] ?? { result: "0x" };
    if ("unavailable" in answer) return { ok: false, kind: "unavailable", message: "no answer" };
    if ("revert" in answer)
      return { ok: false, kind: "reverted", data: answer.revert, message: "reverted" };
    try {
      return { ok: true, value: call.read(answer.result) };
    } catch {
      return { ok: false, kind: "unavailable", message: "unreadable" };
    }
  };
  return {
    batches: () => batches,
    rpc: {
      send: async (calls) => {
        batches += 1;
        return calls.map((call) => one(call)) as never;
      },
      sendOnce: async (call) => one(call),
    },
  };
}
