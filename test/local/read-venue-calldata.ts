import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  parseAbi,
  slice,
} from "viem";

/** What calldata does, read by the tests' own decoder and not by the venue's tables. */
export type ReadSwap = {
  recipient: string;
  tokenOut: string;
  amountBase: bigint;
  limitBase: bigint;
  deadlineSec: bigint;
  target: string;
};

const holder = parseAbi(["function exec(address,address,uint256,address,bytes)"]);
const settler = parseAbi(["function execute((address,address,uint256),bytes[],bytes32)"]);
const router = parseAbi(["function execute(bytes,bytes[],uint256)"]);
const lower = (address: string) => address.toLowerCase();

/**
 * AllowanceHolder.exec around Settler.execute: amount sold, least bought, whom it pays, until when.
 */
export function readSettlerSwap(data: Hex): ReadSwap {
  const [operator, , amountBase, target, inner] = decodeFunctionData({ abi: holder, data }).args;
  if (operator !== target) throw new Error("operator and target differ");
  const [[recipient, tokenOut, limitBase], actions] = decodeFunctionData({
    abi: settler,
    data: inner,
  }).args;
  // TRANSFER_FROM(address, ((address,uint256),uint256 nonce,uint256 deadline), bytes): the fifth
  // word.
  const deadlineSec = BigInt(slice(actions[0] ?? "0x", 4 + 32 * 4, 4 + 32 * 5));
  return {
    recipient: lower(recipient),
    tokenOut: lower(tokenOut),
    amountBase,
    limitBase,
    deadlineSec,
    target: lower(target),
  };
}

/** A router call with one single-pool exact-input v4 swap, then SETTLE_ALL and TAKE_ALL or TAKE. */
export function readRouterSwap(data: Hex, to: Address, swapper: Address): ReadSwap {
  const [commands, inputs, deadlineSec] = decodeFunctionData({ abi: router, data }).args;
  if (commands !== "0x10") throw new Error(`commands ${commands}`);
  const [actions, params] = decodeAbiParameters(
    [{ type: "bytes" }, { type: "bytes[]" }],
    inputs[0] ?? "0x",
  );
  const [swap] = decodeAbiParameters(SINGLE, params[0] ?? "0x");
  const takesAll = slice(actions, 2, 3) === "0x0f";
  const [tokenOut] = decodeAbiParameters([{ type: "address" }], params[2] ?? "0x");
  const [, taker] = decodeAbiParameters(
    [{ type: "address" }, { type: "address" }],
    params[2] ?? "0x",
  );
  return {
    recipient: lower(takesAll ? swapper : taker),
    tokenOut: lower(tokenOut),
    amountBase: swap.amountIn,
    limitBase: swap.amountOutMinimum,
    deadlineSec,
    target: lower(to),
  };
}

const SINGLE = [
  {
    type: "tuple",
    components: [
      { type: "address", name: "currency0" },
      { type: "address", name: "currency1" },
      { type: "uint24", name: "fee" },
      { type: "int24", name: "tickSpacing" },
      { type: "address", name: "hooks" },
      { type: "bool", name: "zeroForOne" },
      { type: "uint128", name: "amountIn" },
      { type: "uint128", name: "amountOutMinimum" },
      { type: "bytes", name: "hookData" },
    ],
  },
] as const;
