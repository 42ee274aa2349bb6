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

/** A call as data. Calls are sent together, so that a network wait is visible where it happens. */
export type RpcCall<T> = {
  method: string;
  params: readonly unknown[];
  /** Most gas that could be spent on the answer's size; none for small answers. */
  weight?: number;
  /** May throw, which makes the outcome `unavailable`. */
  read: (result: unknown) => T;
};

/**
 * `reverted` is the chain's own answer. `unavailable` is a timeout, a rate limit, a node error or
 * an unreadable answer. Never confuse the two.
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

/** `block` pins the read, `from` is msg.sender. */
export type At = { block?: bigint | undefined; from?: Address | undefined };
type Kind = "pure" | "view" | "nonpayable" | "payable";

/** An eth_call of one method; decodes its answer. */
export function readContract<
  const A extends Abi,
  N extends ContractFunctionName<A>,
  const P extends ContractFunctionArgs<A, Kind, N>,
>({
  address,
  args,
  block,
  from,
  ...named
}: { address: Address; abi: A; functionName: N; args: P } & At): RpcCall<
  ContractFunctionReturnType<A, Kind, N, P>
> {
  const { abi, functionName } = methodOf(named.abi, named.functionName);
  // viem's generics cannot follow; abi, name and args were checked by the signature above.
  const data = encodeFunctionData({ abi, functionName, args } as unknown as Parameters<
    typeof encodeFunctionData
  >[0]);
  return ethCall(
    { to: address, data, block, from },
    (result) =>
      decodeFunctionResult({ abi, data: result } as unknown as Parameters<
        typeof decodeFunctionResult
      >[0]) as never,
  );
}

/** `readContract` for one ABI: contract, method, arguments, and where it is read from. */
export const readsOf =
  <const A extends Abi>(abi: A) =>
  <N extends ContractFunctionName<A>, const P extends ContractFunctionArgs<A, Kind, N>>(
    address: Address,
    functionName: N,
    args: P,
    at?: At,
  ) =>
    readContract({ address, abi, functionName, args, ...at });

type Method = { abi: Abi; functionName: string };
const METHODS = new WeakMap<Abi, Map<string, Method>>();

/** viem hashes the signature with every call, so it is kept. Methods must not be overloaded. */
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

/** `read` gets the return data of a call that did not revert. */
export function ethCall<T>(
  { to, data, block, from }: { to: Address; data: Hex } & At,
  read: (data: Hex) => T,
): RpcCall<T> {
  return {
    method: "eth_call",
    params: [{ to, data, ...(from && { from }) }, blockTag(block)],
    read: (result) => read(asHex(result)),
  };
}

/** A block as JSON-RPC wants it. */
export const blockTag = (block: bigint | undefined): string =>
  block === undefined ? "latest" : `0x${block.toString(16)}`;

/** Throws on anything but whole bytes in hex. */
export function asHex(value: unknown): Hex {
  if (typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value as Hex;
  throw new Error("not hex");
}

/** Throws on anything but a hex number of up to 256 bits. */
export function quantity(value: unknown): bigint {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value);
  throw new Error("not a quantity");
}

/** An object's fields. Throws on anything else, which makes the outcome `unavailable`. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("not an object");
  return { ...value };
}
