import type { RpcCall } from "./rpc-call.ts";

/** A throwing `change` makes the outcome `unavailable`. */
export const mapCall = <T, U>(call: RpcCall<T>, change: (value: T) => U): RpcCall<U> => ({
  ...call,
  read: (result) => change(call.read(result)),
});
