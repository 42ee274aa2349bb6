import type { RpcCall } from "./rpc-call.ts";

/** The same call with its answer changed. A throwing `change` makes the outcome `unavailable`, as an unreadable answer is. */
export const mapCall = <T, U>(call: RpcCall<T>, change: (value: T) => U): RpcCall<U> => ({
  ...call,
  read: (result) => change(call.read(result)),
});
