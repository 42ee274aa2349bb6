import { type Address, type Hex, parseAbi } from "viem";
import type { Rpc } from "./rpc.ts";
import { mapCall, type RpcCall, type RpcOutcome, type RpcOutcomes, readsOf } from "./rpc-call.ts";

/**
 * One eth_call through Multicall3, so that a batch stays one request however long the list is. Only
 * for views that do not depend on msg.sender, which is Multicall3.
 */
export function aggregateCalls<const T extends readonly RpcCall<unknown>[]>(
  multicall3: Address,
  calls: T,
  block?: bigint,
): RpcCall<RpcOutcomes<T>> {
  const call3s = calls.map((call) => ({ allowFailure: true, ...targetOf(call) }));
  const request = readMulticall(multicall3, "aggregate3", [call3s], { block });
  return mapCall(request, (results) => {
    if (results.length !== calls.length) throw new Error("not one result per call");
    return outcomesOf<T>(calls.map((call, index) => outcomeOf(call, results[index])));
  });
}

function targetOf({ method, params }: RpcCall<unknown>): { target: Address; callData: Hex } {
  const [request] = params as readonly [{ to: Address; data: Hex }];
  if (method !== "eth_call") throw new Error(`${method} is no contract read`);
  return { target: request.to, callData: request.data };
}

function outcomeOf(
  call: RpcCall<unknown>,
  result: { success: boolean; returnData: Hex } | undefined,
): RpcOutcome<unknown> {
  if (result === undefined) return missing;
  if (!result.success)
    return { ok: false, kind: "reverted", data: result.returnData, message: "reverted" };
  try {
    return { ok: true, value: call.read(result.returnData) };
  } catch {
    return { ok: false, kind: "unavailable", message: "the contract's answer could not be read" };
  }
}

// Safe: each outcome was made by the `read` of the call at its own index.
const outcomesOf = <T extends readonly RpcCall<unknown>[]>(outcomes: RpcOutcome<unknown>[]) =>
  outcomes as unknown as RpcOutcomes<T>;

type Send = Rpc["send"];
type Asked = {
  calls: readonly RpcCall<unknown>[];
  settle: (outcomes: readonly RpcOutcome<unknown>[]) => void;
};

/**
 * Contract reads of one microtask as one call through Multicall3, for lists too long to ask one by
 * one. A contract that burns all gas fails the others with it.
 */
export function joinedRpc(rpc: Pick<Rpc, "send">, multicall3: Address): { send: Send } {
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
      settle(
        calls.map((_, index) => (outcome.ok ? (outcome.value[at + index] ?? missing) : outcome)),
      );
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

/** Source: mds1/multicall3, Multicall3.sol. */
export const multicall3Abi = parseAbi([
  "struct Call3 { address target; bool allowFailure; bytes callData; }",
  "struct Result { bool success; bytes returnData; }",
  "function aggregate3(Call3[] calls) payable returns (Result[] returnData)",
]);
const readMulticall = readsOf(multicall3Abi);
