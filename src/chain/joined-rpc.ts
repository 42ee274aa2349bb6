import { aggregateCalls } from "./aggregate-calls.ts";
import type { Rpc } from "./rpc.ts";
import type { RpcCall, RpcOutcome } from "./rpc-call.ts";

type Send = Pick<Rpc, "send">["send"];
type Asked = { calls: readonly RpcCall<unknown>[]; settle: (outcomes: readonly RpcOutcome<unknown>[]) => void };

/**
 * Contract reads of one microtask as one call through Multicall3. A contract that burns all gas fails the others with it: for lists too long
 * to be asked one by one.
 */
export function joinedRpc(rpc: Pick<Rpc, "send">, multicall3: `0x${string}`): { send: Send } {
  let queue: Asked[] = [];
  const flush = async () => {
    const asked = queue;
    queue = [];
    const [outcome] = await rpc.send([
      aggregateCalls(
        multicall3,
        asked.flatMap(({ calls }) => calls),
      ),
    ]);
    let from = 0;
    for (const { calls, settle } of asked) {
      const at = from;
      settle(calls.map((_, index) => (outcome.ok ? (outcome.value[at + index] ?? missing) : outcome)));
      from += calls.length;
    }
  };
  const send = (calls: readonly RpcCall<unknown>[]) =>
    new Promise<readonly RpcOutcome<unknown>[]>((settle) => {
      queue.push({ calls, settle });
      if (queue.length === 1) queueMicrotask(flush);
    });
  // Safe: each outcome was made by the `read` of the call at its own index.
  return { send: send as Send };
}

const missing: RpcOutcome<never> = { ok: false, kind: "unavailable", message: "no result" };
