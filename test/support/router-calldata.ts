import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  parseAbiParameters,
} from "viem";

/**
 * Universal Router calldata written by hand from the contracts' own signatures, independent of
 * src/calldata.
 */
export type Command = { byte: number; input: Hex };
export type Version = "2.0" | "2.1.2";
export type Pool = {
  currency0: Address;
  currency1: Address;
  fee: number;
  tickSpacing: number;
  hooks: Address;
};
export type Hop = { token: Address; fee: number; tickSpacing: number; hooks: Address };

export const MSG_SENDER: Address = "0x0000000000000000000000000000000000000001";
export const ROUTER: Address = "0x0000000000000000000000000000000000000002";
export const NATIVE: Address = "0x0000000000000000000000000000000000000000";
export const CONTRACT_BALANCE = 2n ** 255n;

const encode = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values as never);
const bytes = (values: readonly number[]): Hex =>
  `0x${values.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

type PoolSwap = {
  recipient: Address;
  amount: bigint;
  limit: bigint;
  path: readonly (Address | number)[];
  payerIsUser?: boolean;
  version?: Version;
};
const hopPrices = (version: Version | undefined): [string, readonly unknown[]] =>
  version === "2.1.2" ? [", uint256[]", [[]]] : ["", []];

export function packPath(path: readonly (Address | number)[]): Hex {
  return concatHex(
    path.map((part) => (typeof part === "number" ? encodePacked(["uint24"], [part]) : part)),
  );
}

export function v3(
  mode: "in" | "out",
  { recipient, amount, limit, path, payerIsUser = true, version }: PoolSwap,
): Command {
  const [type, value] = hopPrices(version);
  const input = encode(`address, uint256, uint256, bytes, bool${type}`, [
    recipient,
    amount,
    limit,
    packPath(path),
    payerIsUser,
    ...value,
  ]);
  return { byte: mode === "in" ? 0 : 1, input };
}

export function v2(
  mode: "in" | "out",
  { recipient, amount, limit, path, payerIsUser = true, version }: PoolSwap,
): Command {
  const [type, value] = hopPrices(version);
  const input = encode(`address, uint256, uint256, address[], bool${type}`, [
    recipient,
    amount,
    limit,
    path,
    payerIsUser,
    ...value,
  ]);
  return { byte: mode === "in" ? 8 : 9, input };
}

const three =
  (byte: number) =>
  (token: Address, recipient: Address, amount: bigint): Command => ({
    byte,
    input: encode("address, address, uint256", [token, recipient, amount]),
  });
export const sweep = three(4);
export const transfer = three(5);
export const payPortion = three(6);
export const balanceCheck = three(14);

const two =
  (byte: number) =>
  (recipient: Address, amount: bigint): Command => ({
    byte,
    input: encode("address, uint256", [recipient, amount]),
  });
export const wrapEth = two(11);
export const unwrapWeth = two(12);

export const subPlan = (...commands: Command[]): Command => ({
  byte: 33,
  input: encode("bytes, bytes[]", [
    bytes(commands.map(({ byte }) => byte)),
    commands.map(({ input }) => input),
  ]),
});

export type Action = { byte: number; params: Hex };

export const v4 = (...actions: Action[]): Command => ({
  byte: 16,
  input: encode("bytes, bytes[]", [
    bytes(actions.map(({ byte }) => byte)),
    actions.map(({ params }) => params),
  ]),
});

const PATH = "(address token, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[]";

export function v4Single(
  mode: "in" | "out",
  pool: Pool,
  zeroForOne: boolean,
  amount: bigint,
  limit: bigint,
  version: Version = "2.0",
): Action {
  const key = [pool.currency0, pool.currency1, pool.fee, pool.tickSpacing, pool.hooks];
  const [type, value] = version === "2.1.2" ? [", uint256", [0n]] : ["", []];
  const named = (names: string) =>
    "((address a, address b, uint24 c, int24 d, address e) k, bool z, uint128 x, uint128 " +
    `y${names}, bytes h) s`;
  const struct = {
    k: { a: key[0], b: key[1], c: key[2], d: key[3], e: key[4] },
    z: zeroForOne,
    x: amount,
    y: limit,
    p: value[0],
    h: "0x",
  };
  const params = encode(named(type === "" ? "" : ", uint256 p"), [struct]);
  return { byte: mode === "in" ? 6 : 8, params };
}

export function v4Multi(
  mode: "in" | "out",
  currency: Address,
  hops: readonly Hop[],
  amount: bigint,
  limit: bigint,
  version: Version = "2.0",
): Action {
  const prices = version === "2.1.2" ? ", uint256[] p" : "";
  const struct = {
    c: currency,
    h: hops.map((hop) => ({ ...hop, hookData: "0x" })),
    p: [],
    x: amount,
    y: limit,
  };
  return {
    byte: mode === "in" ? 7 : 9,
    params: encode(`(address c, ${PATH} h${prices}, uint128 x, uint128 y) s`, [struct]),
  };
}

export const settle = (token: Address, amount: bigint, payerIsUser = true): Action => ({
  byte: 11,
  params: encode("address, uint256, bool", [token, amount, payerIsUser]),
});
export const settleAll = (token: Address, max: bigint): Action => ({
  byte: 12,
  params: encode("address, uint256", [token, max]),
});
export const take = (token: Address, recipient: Address, amount: bigint): Action => ({
  byte: 14,
  params: encode("address, address, uint256", [token, recipient, amount]),
});
export const takeAll = (token: Address, min: bigint): Action => ({
  byte: 15,
  params: encode("address, uint256", [token, min]),
});
export const takePortion = (token: Address, recipient: Address, bips: bigint): Action => ({
  byte: 16,
  params: encode("address, address, uint256", [token, recipient, bips]),
});

/** execute(commands, inputs, deadline), or the form without a deadline when it is null. */
export function executeCall(
  commands: readonly Command[],
  deadline: bigint | null = 2_000_000_000n,
): Hex {
  const values = [bytes(commands.map(({ byte }) => byte)), commands.map(({ input }) => input)];
  if (deadline === null) return concatHex(["0x24856bc3", encode("bytes, bytes[]", values)]);
  return concatHex(["0x3593564c", encode("bytes, bytes[], uint256", [...values, deadline])]);
}
