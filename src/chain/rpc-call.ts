/** A call as data. Calls are collected and sent together, so that a network wait is visible where it happens (`await rpc.send([...])`). */
export type RpcCall<T> = {
  method: string;
  params: readonly unknown[];
  /** How large the answer may be beside others': gas that could be spent on it. None for what is small anyway. */
  weight?: number;
  /** May throw: the result then counts as `unavailable`. */
  read: (result: unknown) => T;
};

/**
 * `reverted` is the chain's own answer (data may be `0x`); `unavailable`: a timeout, a rate limit, a node error, an answer that cannot be
 * read. Never confuse the two.
 */
export type RpcOutcome<T> =
  | { ok: true; value: T }
  | { ok: false; kind: "reverted"; data: `0x${string}`; message: string }
  | { ok: false; kind: "unavailable"; message: string };

export type RpcOutcomes<T extends readonly RpcCall<unknown>[]> = {
  -readonly [K in keyof T]: T[K] extends RpcCall<infer V> ? RpcOutcome<V> : never;
};

/** A throwing `change` makes the outcome `unavailable`. */
export const mapCall = <T, U>(call: RpcCall<T>, change: (value: T) => U): RpcCall<U> => ({
  ...call,
  read: (result) => change(call.read(result)),
});
