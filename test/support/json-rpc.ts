import type { Hex } from "viem";

export type RpcAnswer<T> =
  | { result: T; error?: undefined }
  | { result?: undefined; error: { message: string; data?: Hex } };

/** One JSON-RPC call as it is on the wire, so that revert data is seen exactly. */
export async function jsonRpc<T>(
  rpcUrl: string,
  method: string,
  params: unknown[],
): Promise<RpcAnswer<T>> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return (await response.json()) as RpcAnswer<T>;
}
