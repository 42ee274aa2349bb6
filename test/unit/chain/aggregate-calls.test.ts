import { type Address, encodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from "viem";
import { expect, it } from "vitest";
import { accountReads } from "../../../src/chain/account-reads.ts";
import { aggregateCalls } from "../../../src/chain/aggregate-calls.ts";

const MULTICALL3: Address = "0xca11bde05977b3631167028862be2a173976ca11";
const TOKEN: Address = `0x${"11".repeat(20)}`;
const HOLDER: Address = `0x${"22".repeat(20)}`;
// The contract's own signature, written out apart from ours.
const abi = parseAbi([
  "function aggregate3((address,bool,bytes)[]) payable returns ((bool,bytes)[])",
  "function balanceOf(address) view returns (uint256)",
]);
const balance = accountReads.balance(TOKEN, HOLDER);
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;

it("default: one eth_call to Multicall3 with every read, each allowed to fail", () => {
  const call = aggregateCalls(MULTICALL3, [balance, balance], 16n);
  const data = encodeFunctionData({ abi, functionName: "balanceOf", args: [HOLDER] });
  const expected = encodeFunctionData({
    abi,
    functionName: "aggregate3",
    args: [
      [
        [TOKEN, true, data],
        [TOKEN, true, data],
      ],
    ],
  });
  expect([call.method, call.params]).toEqual([
    "eth_call",
    [{ to: MULTICALL3, data: expected }, "0x10"],
  ]);
});

it("behavior: what came back, what reverted and what cannot be read are told apart", () => {
  const results = [
    [true, word(7n)],
    [false, "0xdeadbeef"],
    [true, "0x"],
  ] as const;
  const answer = encodeFunctionResult({ abi, functionName: "aggregate3", result: results });
  expect(aggregateCalls(MULTICALL3, [balance, balance, balance]).read(answer)).toEqual([
    { ok: true, value: 7n },
    { ok: false, kind: "reverted", data: "0xdeadbeef", message: "reverted" },
    { ok: false, kind: "unavailable", message: "the contract's answer could not be read" },
  ]);
});

it("error: another number of results than of reads is no answer", () => {
  const answer = encodeFunctionResult({
    abi,
    functionName: "aggregate3",
    result: [[true, word(7n)]],
  });
  expect(() => aggregateCalls(MULTICALL3, [balance, balance]).read(answer)).toThrow();
});
