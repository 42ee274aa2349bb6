import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
} from "viem";
import { asHex } from "./as-hex.ts";
import type { RpcCall } from "./rpc-call.ts";

type At = { block?: bigint; from?: Address };

/** A contract read as a call: the typed result of `functionName`. `block` pins it, `from` sets msg.sender. */
export function readContract<
  const A extends Abi,
  N extends ContractFunctionName<A>,
  const P extends ContractFunctionArgs<A, "pure" | "view" | "nonpayable" | "payable", N>,
>(
  request: { address: Address; abi: A; functionName: N; args: P } & At,
): RpcCall<ContractFunctionReturnType<A, "pure" | "view" | "nonpayable" | "payable", N, P>> {
  // viem's own generics cannot follow the parameters through; abi, name and args were checked by the signature above.
  const data = encodeFunctionData(request as unknown as Parameters<typeof encodeFunctionData>[0]);
  return ethCall(
    { to: request.address, data, ...at(request) },
    (result) =>
      decodeFunctionResult({
        abi: request.abi,
        functionName: request.functionName,
        data: result,
      } as unknown as Parameters<typeof decodeFunctionResult>[0]) as never,
  );
}

/** A raw eth_call; `read` gets the return data. Reverts come out as outcome `reverted` with their data. */
export function ethCall<T>(request: { to: Address; data: Hex } & At, read: (data: Hex) => T): RpcCall<T> {
  return {
    method: "eth_call",
    params: [
      { to: request.to, data: request.data, ...(request.from && { from: request.from }) },
      blockTag(request.block),
    ],
    read: (result) => read(asHex(result)),
  };
}

/** A block number as JSON-RPC wants it. */
export const blockTag = (block: bigint | undefined): string =>
  block === undefined ? "latest" : `0x${block.toString(16)}`;

const at = ({ block, from }: At): At => ({
  ...(block !== undefined && { block }),
  ...(from !== undefined && { from }),
});
