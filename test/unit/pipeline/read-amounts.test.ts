import { type Address, type Hex, keccak256, stringToHex } from "viem";
import { describe, expect, test } from "vitest";
import type { AttemptSwap } from "../../../schemas/attempt.ts";
import type { Rpc } from "../../../src/chain/rpc.ts";
import type { Log, Receipt } from "../../../src/chain/transaction-reads.ts";
import { readAmounts } from "../../../src/pipeline/read-amounts.ts";

const VAULT: Address = "0xabcdefabcdefabcdefabcdefabcdefabcdefabcd";
const POOL: Address = `0x${"9".repeat(40)}`;
const USDC: Address = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const WETH: Address = "0x4200000000000000000000000000000000000006";
const COIN: Address = `0x${"0".repeat(40)}`;
const TRANSFER = keccak256(stringToHex("Transfer(address,address,uint256)"));
const BLOCK = 50n;

const topicOf = (account: Address): Hex => `0x${"0".repeat(24)}${account.slice(2)}`;
const wordOf = (amount: bigint): Hex => `0x${amount.toString(16).padStart(64, "0")}`;
const transfer = (address: Address, from: Address, to: Address, amount: bigint): Log => ({
  address,
  topics: [TRANSFER, topicOf(from), topicOf(to)],
  data: wordOf(amount),
});

/** 100 USDC were to bring about 1,000 of the other token, at least 990. */
const swapOf = (changes: Partial<AttemptSwap> = {}): AttemptSwap => ({
  venue: "uniswap",
  tokenIn: USDC,
  tokenOut: WETH,
  decimalsIn: 6,
  decimalsOut: 18,
  symbolIn: "USDC",
  symbolOut: "WETH",
  amountInBase: "100",
  amountOutBase: "1000",
  maxInBase: "105",
  minOutBase: "990",
  ...changes,
});

const receiptOf = (logs: Log[]): Receipt => ({
  hash: `0x${"ab".repeat(32)}`,
  status: "success",
  blockNumber: BLOCK,
  blockHash: `0x${"cd".repeat(32)}`,
  from: POOL,
  to: VAULT,
  gasUsed: 1n,
  effectiveGasPrice: 1n,
  logs,
});

/**
 * The vault's native balance at the receipt's block and the one before; null: the node does not
 * answer.
 */
const balances = (after: bigint | null, before: bigint | null): Rpc => ({
  send: async (calls) =>
    calls.map(({ method, params, read }) => {
      const value = {
        [`0x${BLOCK.toString(16)}`]: after,
        [`0x${(BLOCK - 1n).toString(16)}`]: before,
      }[String(params[1])];
      if (method !== "eth_getBalance" || value === undefined)
        throw new Error(`unexpected ${method} at ${params[1]}`);
      return value === null
        ? { ok: false, kind: "unavailable", message: "no answer" }
        : { ok: true, value: read(`0x${value.toString(16)}`) };
    }) as never,
  sendOnce: async () => {
    throw new Error("a read never broadcasts");
  },
});
const noRpc: Rpc = {
  send: async () => {
    throw new Error("two tokens need no further read");
  },
  sendOnce: balances(0n, 0n).sendOnce,
};

const read = (swap: AttemptSwap, logs: Log[], rpc = noRpc) =>
  readAmounts(rpc, VAULT, swap, receiptOf(logs));

describe("two tokens", () => {
  test("behavior: what left and what arrived by the vault's Transfer logs alone", async () => {
    const logs = [
      transfer(USDC, VAULT, POOL, 100n),
      transfer(WETH, POOL, VAULT, 1_001n),
      transfer(USDC, POOL, `0x${"8".repeat(40)}`, 55n),
      transfer(WETH, `0x${"7".repeat(40)}`, POOL, 66n),
      transfer(`0x${"6".repeat(40)}`, POOL, VAULT, 77n),
    ];
    expect(await read(swapOf(), logs)).toEqual({
      soldBase: 100n,
      boughtBase: 1_001n,
      estimated: false,
    });
  });

  test("behavior: a refund counts against sold, a fee taken back against bought", async () => {
    const logs = [
      transfer(USDC, VAULT, POOL, 105n),
      transfer(USDC, POOL, VAULT, 5n),
      transfer(WETH, POOL, VAULT, 1_000n),
      transfer(WETH, VAULT, POOL, 3n),
    ];
    expect(await read(swapOf(), logs)).toEqual({
      soldBase: 100n,
      boughtBase: 997n,
      estimated: false,
    });
  });

  test("behavior: events that only look alike are no transfers", async () => {
    const real = [transfer(USDC, VAULT, POOL, 100n), transfer(WETH, POOL, VAULT, 1_000n)];
    const alike = transfer(WETH, POOL, VAULT, 500n);
    const fakes: Log[] = [
      {
        ...alike,
        topics: [
          keccak256(stringToHex("Approval(address,address,uint256)")),
          ...alike.topics.slice(1),
        ],
      },
      // ERC-721: the number is a topic of its own.
      { ...alike, topics: [...alike.topics, wordOf(500n)], data: "0x" },
      { ...alike, topics: alike.topics.slice(0, 2) },
      { ...alike, topics: [...alike.topics, wordOf(500n)] },
      // No amount of one word.
      { ...alike, data: "0x" },
      { ...alike, data: `${wordOf(500n)}${"0".repeat(64)}` },
      { ...alike, topics: [] },
    ];
    expect(await read(swapOf(), [...real, ...fakes])).toEqual({
      soldBase: 100n,
      boughtBase: 1_000n,
      estimated: false,
    });
  });

  test("behavior: calldata bound holds records too: outside the quote is an estimate", async () => {
    const sold = (amount: bigint) =>
      read(swapOf(), [transfer(USDC, VAULT, POOL, amount), transfer(WETH, POOL, VAULT, 990n)]);
    expect(await sold(105n)).toEqual({ soldBase: 105n, boughtBase: 990n, estimated: false });
    expect(await sold(106n)).toEqual({ soldBase: 100n, boughtBase: 990n, estimated: true });
    expect(await read(swapOf(), [])).toEqual({
      soldBase: 100n,
      boughtBase: 1_000n,
      estimated: true,
    });
    const bought = (amount: bigint) =>
      read(swapOf(), [transfer(USDC, VAULT, POOL, 100n), transfer(WETH, POOL, VAULT, amount)]);
    expect(await bought(989n)).toEqual({ soldBase: 100n, boughtBase: 1_000n, estimated: true });
    // Twice the quote is the most that is believed: above it a token writes fiction.
    expect(await bought(2_000n)).toEqual({ soldBase: 100n, boughtBase: 2_000n, estimated: false });
    expect(await bought(2_001n)).toEqual({ soldBase: 100n, boughtBase: 1_000n, estimated: true });
  });
});

describe("a native side", () => {
  const buysCoin = swapOf({ tokenOut: COIN });
  const sellsCoin = swapOf({ tokenIn: COIN });
  const usdcOut = [transfer(USDC, VAULT, POOL, 100n)];
  const wethIn = [transfer(WETH, POOL, VAULT, 1_000n)];

  test("behavior: bought coin is the balance at that block less the block before", async () => {
    expect(await read(buysCoin, usdcOut, balances(51_000n, 50_000n))).toEqual({
      soldBase: 100n,
      boughtBase: 1_000n,
      estimated: false,
    });
  });

  test("behavior: coin bought at the minimum is believed, below is quoted, estimated", async () => {
    expect(await read(buysCoin, usdcOut, balances(990n, 0n))).toMatchObject({
      boughtBase: 990n,
      estimated: false,
    });
    expect(await read(buysCoin, usdcOut, balances(989n, 0n))).toMatchObject({
      boughtBase: 1_000n,
      estimated: true,
    });
  });

  test("behavior: sold coin from 0 to the maximum is believed, at both bounds", async () => {
    const sold = (amount: bigint) => read(sellsCoin, wethIn, balances(1_000n - amount, 1_000n));
    expect(await sold(1n)).toMatchObject({ soldBase: 1n, estimated: false });
    expect(await sold(105n)).toMatchObject({ soldBase: 105n, estimated: false });
    expect(await sold(106n)).toMatchObject({ soldBase: 100n, boughtBase: 1_000n, estimated: true });
    expect(await sold(0n)).toMatchObject({ soldBase: 100n, estimated: true });
    expect(await sold(-5n)).toMatchObject({ soldBase: 100n, estimated: true });
  });

  test("behavior: and so it does where any amount would be enough", async () => {
    const anything = swapOf({ tokenOut: COIN, minOutBase: "0" });
    expect(await read(anything, usdcOut, balances(null, 1n))).toEqual({
      soldBase: 100n,
      boughtBase: 1_000n,
      estimated: true,
    });
  });

  test("behavior: an unreadable balance leaves the quote's figure, as an estimate", async () => {
    for (const [after, before] of [
      [null, 1n],
      [1n, null],
      [null, null],
    ] as const) {
      expect(await read(buysCoin, usdcOut, balances(after, before))).toEqual({
        soldBase: 100n,
        boughtBase: 1_000n,
        estimated: true,
      });
    }
  });
});

test("behavior: wrapping is 1:1 by the contract and needs no log", async () => {
  const wrap = swapOf({
    venue: "vault",
    tokenIn: COIN,
    tokenOut: WETH,
    amountInBase: "7",
    amountOutBase: "7",
  });
  expect(await read(wrap, [])).toEqual({ soldBase: 7n, boughtBase: 7n, estimated: false });
});
