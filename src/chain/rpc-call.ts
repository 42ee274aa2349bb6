import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  prepareEncodeFunctionData,
} from "viem";

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

type At = { block?: bigint; from?: Address };

/** `block` pins it, `from` sets msg.sender. */
export function readContract<
  const A extends Abi,
  N extends ContractFunctionName<A>,
  const P extends ContractFunctionArgs<A, "pure" | "view" | "nonpayable" | "payable", N>,
>(
  request: { address: Address; abi: A; functionName: N; args: P } & At,
): RpcCall<ContractFunctionReturnType<A, "pure" | "view" | "nonpayable" | "payable", N, P>> {
  const { abi, functionName } = methodOf(request.abi, request.functionName);
  // viem's generics cannot follow; abi, name and args were checked by the signature above.
  const data = encodeFunctionData({ abi, functionName, args: request.args } as unknown as Parameters<
    typeof encodeFunctionData
  >[0]);
  return ethCall(
    { to: request.address, data, ...at(request) },
    (result) =>
      decodeFunctionResult({ abi, data: result } as unknown as Parameters<typeof decodeFunctionResult>[0]) as never,
  );
}

type Method = { abi: Abi; functionName: string };
const METHODS = new WeakMap<Abi, Map<string, Method>>();

/** viem would hash the signature with every call. Methods that are read are not overloaded. */
function methodOf(abi: Abi, name: string): Method {
  const methods = METHODS.get(abi) ?? new Map<string, Method>();
  METHODS.set(abi, methods);
  const known = methods.get(name);
  if (known !== undefined) return known;
  const items = abi.filter((item) => item.type === "function" && item.name === name);
  if (items.length !== 1) throw new Error(`${name} is not exactly one method of its ABI`);
  const prepared: Method = prepareEncodeFunctionData({ abi: items as Abi, functionName: name });
  methods.set(name, prepared);
  return prepared;
}

/** `read` gets the return data. Reverts come out as outcome `reverted` with their data. */
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

/** Throws on anything else (null included), which makes the outcome `unavailable`. */
export function asHex(value: unknown): Hex {
  if (typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value as Hex;
  throw new Error("not hex");
}

/** Throws on anything else, which makes the outcome `unavailable`. */
export function quantity(value: unknown): bigint {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value);
  throw new Error("not a quantity");
}
