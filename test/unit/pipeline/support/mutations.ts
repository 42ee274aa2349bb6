import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  padHex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from "viem";
import { settlerThefts } from "./settler-thefts.ts";

export const ATTACKER: Address = `0x${"66".repeat(20)}`;
/** How bytes are changed; `a second action` only where the format has a list. */
export const KINDS = [
  ...(["one more", "zeroed", "an attacker's address", "all ones", "words that agree"] as const),
  ...(["bytes behind it", "cut", "another method", "a second action"] as const),
] as const;
export type Mutation = { kind: (typeof KINDS)[number]; at: string; data: Hex };

type Word = "one more" | "zeroed" | "an attacker's address" | "all ones";
/**
 * Words `from` up to before `to`, counted behind the selector, which begin `shift` bytes further.
 */
export type WordRange = readonly [from: number, to: number, shift: number];
/** Words that change alike, as one who knows the format changes them. */
export type Together = { words: readonly number[]; kind: Word };

const WORD = 32;
const MAX = 2n ** 256n;

/**
 * Calldata as somebody changed it: each 32-byte word four ways, some together, bytes more and
 * fewer, another method, one action more. `at` names the place.
 */
export function mutations(
  data: Hex,
  { words, together = [] }: { words?: readonly WordRange[]; together?: readonly Together[] } = {},
): Mutation[] {
  const ranges = words ?? [[0, Math.floor((data.length - 10) / 2 / WORD), 0] as const];
  const changed = ranges.flatMap(([from, to, shift]) =>
    Array.from({ length: to - from }, (_, index) => from + index).flatMap((index) =>
      Object.keys(CHANGES).map((kind): Mutation => {
        const at = shift === 0 ? `${index}` : `${index}+${shift}`;
        return {
          kind: kind as Word,
          at,
          data: withWord(data, { index, shift, kind: kind as Word }),
        };
      }),
    ),
  );
  const agreeing = together.map(({ words: indexes, kind }): Mutation => {
    const all = indexes.reduce((bytes, index) => withWord(bytes, { index, shift: 0, kind }), data);
    return { kind: "words that agree", at: `${indexes.join(" and ")} ${kind}`, data: all };
  });
  const whole: Mutation[] = [
    { kind: "bytes behind it", at: "a byte", data: `${data}00` },
    { kind: "bytes behind it", at: "a word", data: `${data}${"00".repeat(WORD)}` },
    ...cuts(data),
    { kind: "another method", at: "unknown", data: `0xdeadbeef${data.slice(10)}` },
    // setOwner(address): what a thief would call.
    { kind: "another method", at: "setOwner", data: `0x13af4035${data.slice(10)}` },
    ...longer(data).map(([at, more]) => ({ kind: "a second action" as const, at, data: more })),
  ];
  return [...changed, ...agreeing, ...whole].filter((one) => one.data !== data);
}

const CHANGES: Record<Word, (value: bigint) => bigint> = {
  "one more": (value) => (value + 1n) % MAX,
  zeroed: () => 0n,
  "an attacker's address": () => BigInt(padHex(ATTACKER)),
  "all ones": () => MAX - 1n,
};

function withWord(
  data: Hex,
  { index, shift, kind }: { index: number; shift: number; kind: Word },
): Hex {
  const from = 10 + (shift + index * WORD) * 2;
  const to = from + WORD * 2;
  const changed = CHANGES[kind](BigInt(`0x${data.slice(from, to)}`));
  return `${data.slice(0, from)}${toHex(changed, { size: WORD }).slice(2)}${data.slice(to)}` as Hex;
}

const cuts = (data: Hex): Mutation[] => [
  { kind: "cut", at: "a byte", data: data.slice(0, -2) as Hex },
  { kind: "cut", at: "a word", data: data.slice(0, Math.max(2, data.length - 2 * WORD)) as Hex },
  { kind: "cut", at: "all arguments", data: data.slice(0, 10) as Hex },
];

const abi = parseAbi([
  "function updateDelegation((address delegated, bytes4 selector, bool isDelegated)[] changes)",
  "function modifyLiquidities(bytes unlockData, uint256 deadline)",
  "function execute(bytes commands, bytes[] inputs, uint256 deadline)",
  "function exec(address operator, address token, uint256 amount, address target, bytes data)",
]);
const PLAN = parseAbiParameters("bytes, bytes[]");
const SETTLER = parseAbiParameters("(address, address, uint256), bytes[], bytes32");
const [PAIR, TRIPLE] = [
  parseAbiParameters("address, address"),
  parseAbiParameters("address, address, uint256"),
];
/**
 * Bytes of a SWEEP and a TAKE (v4-periphery Actions.sol), and of the router's commands SWEEP,
 * TRANSFER and V4_SWAP (Commands.sol).
 */
const [SWEEP, TAKE, ROUTER_SWEEP, ROUTER_TRANSFER, V4_SWAP] = ["14", "0e", "04", "05", "10"];
const ZERO: Address = `0x${"00".repeat(20)}`;
/** The same call with one action more, which pays an attacker or lets one act. */
function longer(data: Hex): [string, Hex][] {
  switch (data.slice(0, 10)) {
    case "0xe5c2197e": {
      const [changes] = decodeFunctionData({ abi, data }).args as [readonly object[]];
      const more = { delegated: ATTACKER, selector: "0x3593564c", isDelegated: true };
      return [
        [
          "a grant",
          encodeFunctionData({
            abi,
            functionName: "updateDelegation",
            args: [[...changes, more] as never],
          }),
        ],
      ];
    }
    case "0xdd46508f": {
      const [plan, deadline] = decodeFunctionData({ abi, data }).args as [Hex, bigint];
      const swept = appended(plan, SWEEP, encodeAbiParameters(PAIR, [ZERO, ATTACKER]));
      const taken = appended(plan, TAKE, encodeAbiParameters(TRIPLE, [ZERO, ATTACKER, 0n]));
      const call = (to: Hex) =>
        encodeFunctionData({ abi, functionName: "modifyLiquidities", args: [to, deadline] });
      return [
        ["SWEEP", call(swept)],
        ["TAKE", call(taken)],
      ];
    }
    case "0x3593564c": {
      const [commands, inputs, deadline] = decodeFunctionData({ abi, data }).args as [
        Hex,
        readonly Hex[],
        bigint,
      ];
      const call = (bytes: Hex, all: readonly Hex[]) =>
        encodeFunctionData({ abi, functionName: "execute", args: [bytes, all, deadline] });
      const paid = encodeAbiParameters(TRIPLE, [ZERO, ATTACKER, 0n]);
      const [first = "0x", ...rest] = inputs;
      const inner =
        commands === `0x${V4_SWAP}` ? [appended(first, TAKE, paid), ...rest] : undefined;
      return [
        ["SWEEP", call(`${commands}${ROUTER_SWEEP}`, [...inputs, paid])],
        ["TRANSFER", call(`${commands}${ROUTER_TRANSFER}`, [...inputs, paid])],
        ...(inner === undefined ? [] : [["TAKE", call(commands, inner)] as [string, Hex]]),
      ];
    }
    case "0x2213bc0b": {
      const [operator, token, amount, target, inner] = decodeFunctionData({ abi, data }).args as [
        Address,
        Address,
        bigint,
        Address,
        Hex,
      ];
      const [slippage, actions, tag] = decodeAbiParameters(SETTLER, `0x${inner.slice(10)}`);
      return settlerThefts(ATTACKER).map(([what, theft]) => {
        const more = encodeAbiParameters(SETTLER, [slippage, [...actions, theft], tag]);
        const args = [
          operator,
          token,
          amount,
          target,
          `${inner.slice(0, 10)}${more.slice(2)}` as Hex,
        ] as const;
        return [what, encodeFunctionData({ abi, functionName: "exec", args })];
      });
    }
    default:
      return [];
  }
}

function appended(plan: Hex, byte: string, params: Hex): Hex {
  const [actions, all] = decodeAbiParameters(PLAN, plan);
  return encodeAbiParameters(PLAN, [`${actions}${byte}` as Hex, [...all, params]]);
}
