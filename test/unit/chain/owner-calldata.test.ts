import { encodeFunctionData } from "viem";
import { expect, test } from "vitest";
import { erc20Abi } from "../../../src/chain/account-reads.ts";
import { factoryAbi } from "../../../src/chain/find-vault.ts";
import { holderAbi } from "../../../src/chain/holder-reads.ts";
import { vectorNamed } from "../../support/vector-named.ts";
import { vectorFile } from "../../support/vectors.ts";

const { roles, tokens } = vectorFile.addresses;
const dataOf = (id: string) => vectorNamed(id).call.data;

test("default: what the tools encode is what the real contracts were called with", () => {
  const usdc = tokens.USDC!.address;
  const { owner, holder, vault } = roles as Record<string, `0x${string}`>;
  expect(
    encodeFunctionData({
      abi: factoryAbi,
      functionName: "createPool",
      args: ["Vector USDC Vault", "VECU", usdc],
    }),
  ).toBe(dataOf("factory.create-usdc"));
  expect(
    encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [vault!, 1_000_000_000n] }),
  ).toBe(dataOf("fund.approve-usdc"));
  const mint = (recipient: `0x${string}`, amount: bigint, least: bigint) =>
    encodeFunctionData({ abi: holderAbi, functionName: "mint", args: [recipient, amount, least] });
  expect(mint(owner!, 1_000_000_000n, 990_000_000n)).toBe(dataOf("fund.mint-owner"));
  expect(mint(holder!, 10n ** 18n, 0n)).toBe(dataOf("fund.mint-native"));
  expect(
    encodeFunctionData({ abi: holderAbi, functionName: "burn", args: [100_000_000n, 0n] }),
  ).toBe(dataOf("fund.burn-locked"));
});
