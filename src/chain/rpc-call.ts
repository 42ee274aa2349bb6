/**
 * One JSON-RPC call as data: what to ask, and how to read the answer. Calls are collected and sent together,
 * so that a network wait is always visible where it happens (`await rpc.send([...])`).
 */
export type RpcCall<T> = {
  method: string;
  params: readonly unknown[];
  /** How large the answer may be beside others': units of gas that could be spent on it. None for what is small anyway. */
  weight?: number;
  /** Reads the raw `result`. May throw: a result that cannot be read counts as `unavailable`. */
  read: (result: unknown) => T;
};

/**
 * What became of one call. `reverted` is the chain's own answer (data may be `0x`); `unavailable` means that it is unknown:
 * a timeout, a rate limit, a node error, an answer that cannot be read. The two must never be confused.
 */
export type RpcOutcome<T> =
  | { ok: true; value: T }
  | { ok: false; kind: "reverted"; data: `0x${string}`; message: string }
  | { ok: false; kind: "unavailable"; message: string };

export type RpcOutcomes<T extends readonly RpcCall<unknown>[]> = {
  -readonly [K in keyof T]: T[K] extends RpcCall<infer V> ? RpcOutcome<V> : never;
};
