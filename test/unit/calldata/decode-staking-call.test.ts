import { concatHex, encodeFunctionData, numberToHex, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import { encodeStakingCall, type StakingCall } from "../../../src/calldata/staking-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import { factsOf, safetyVectors } from "./safety-vectors.ts";

/** From the contract's own source (IAStaking.sol), and not from the code. */
const abi = parseAbi([
  "function stake(uint256 amount)",
  "function undelegateStake(uint256 amount)",
  "function unstake(uint256 amount)",
  "function withdrawDelegatorRewards()",
]);
const MAX = 2n ** 256n - 1n;
const KINDS = ["stake", "undelegateStake", "unstake"] as const;
const read = (data: `0x${string}`) => decodeVaultCall(data, factsOf());
const staking = safetyVectors.filter(({ decoded }) =>
  [...KINDS, "withdrawDelegatorRewards"].includes(decoded.kind as never),
);

test("default: what was observed on the real contracts is what we write, and what we read", () => {
  expect(staking.length).toBeGreaterThan(6);
  for (const { id, call, decoded } of staking) {
    const ours: StakingCall =
      decoded.kind === "withdrawDelegatorRewards"
        ? { kind: "claimStakingRewards" }
        : {
            kind: decoded.kind as (typeof KINDS)[number],
            amountBase: BigInt(decoded.amount as string),
          };
    expect([id, read(call.data)]).toEqual([id, ours]);
    expect([id, encodeStakingCall(ours)]).toEqual([id, call.data]);
  }
});

test.each(KINDS)("args: %s of any amount", (kind) => {
  for (const amountBase of [0n, 1n, 10n ** 18n, 2n ** 96n, MAX]) {
    const data = encodeFunctionData({ abi, functionName: kind, args: [amountBase] });
    expect(read(data)).toEqual({ kind, amountBase });
    expect(encodeStakingCall({ kind, amountBase })).toBe(data);
  }
});

describe("error: what is not exactly one of them is unknown", () => {
  const stake = encodeFunctionData({ abi, functionName: "stake", args: [5n] });
  test.each([
    ["a word behind it", concatHex([stake, numberToHex(1n, { size: 32 })])],
    ["a byte behind it", concatHex([stake, "0x00"])],
    ["a byte too little", stake.slice(0, -2)],
    ["no argument", stake.slice(0, 10)],
    ["an argument where there is none", concatHex(["0xb880660b", numberToHex(1n, { size: 32 })])],
    ["a byte where there is none", "0xb880660b00"],
  ])("args: %s", (_, data) => {
    expect(read(data as `0x${string}`).kind).toBe("unknown");
  });
});
