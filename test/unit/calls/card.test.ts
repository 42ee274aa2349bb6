import { type Address, zeroAddress } from "viem";
import { describe, expect, test } from "vitest";
import { cardOf } from "../../../src/calls/card-of.ts";
import type { VaultCall } from "../../../src/kinds/vault-call.ts";
import { callKinds } from "../../support/call-kinds.ts";
import { dryRunBench } from "./support/dry-run-bench.ts";

const VAULT: Address = `0x${"ab".repeat(20)}`;
const HOOK: Address = `0x${"99".repeat(18)}0200`;
const STRANGER: Address = `0x${"66".repeat(20)}`;
const USDC: Address = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const tokens = [
  { address: zeroAddress, symbol: "ETH", decimals: 18 },
  { address: USDC, symbol: "USDC", decimals: 6 },
];
const places = {
  token: (address: Address) => tokens.find((token) => token.address === address),
  ...{ vault: VAULT, chainId: 8453 as const, pool: undefined },
};
const callWords = (call: VaultCall, at: typeof places) => callKinds.rule(call)?.words?.(call, at);
const pool = { currency0: zeroAddress, currency1: USDC, fee: 500, tickSpacing: 10, hooks: HOOK };
const mint = {
  ...{
    kind: "lpMint",
    pool,
    tickLower: -200_000,
    tickUpper: -196_000,
    liquidity: 5n,
    recipient: VAULT,
  },
  ...{
    amount0MaxBase: 5n * 10n ** 18n,
    amount1MaxBase: 12_500_000_000n,
    nativeFromVaultBase: 0n,
    sweptTo: VAULT,
  },
  ...{ actions: [], deadlineSec: 1n },
} as const satisfies VaultCall;

describe("what the bytes say", () => {
  test("default: of a new position its amounts, pool, hook, range in prices and owner", () => {
    const words = callWords(mint, places);
    expect(words?.title).toBe("Open a position with at most 5 ETH and 12500 USDC");
    const text = words?.lines.join("\n");
    for (const line of [
      "ETH and USDC, fee 0.05%, tick spacing 10",
      HOOK,
      "The position belongs to the vault itself.",
    ])
      expect(text).toContain(line);
    // 1.0001 to the power of the tick, times 10^12 for 18 and 6 decimals.
    const [, from, to] = /Range: ([0-9.]+) to ([0-9.]+) USDC for one ETH/.exec(text ?? "") ?? [];
    expect(Number(from)).toBeCloseTo(1.0001 ** -200_000 * 1e12, 3);
    expect(Number(to)).toBeCloseTo(1.0001 ** -196_000 * 1e12, 3);
  });

  test("security: another owner or recipient is shown by its address", () => {
    expect(callWords({ ...mint, recipient: STRANGER }, places)?.lines.join("\n")).toContain(
      `belongs to ${STRANGER}`,
    );
    const swap = {
      kind: "swap",
      recipient: STRANGER,
      legs: [{ protocol: "v4", pools: [pool] }],
    } as VaultCall;
    const text = callWords(swap, places)?.lines.join("\n");
    expect(text).toContain(`Goes to ${STRANGER}`);
    expect(text).toContain(HOOK);
  });

  test("default: of a transfer to another chain what leaves, must arrive, and to whom", () => {
    const bridge = {
      ...{
        kind: "bridge",
        opType: "transfer",
        recipient: STRANGER,
        inputToken: USDC,
        inputAmountBase: 1_000_000_000n,
      },
      ...{
        outputToken: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
        outputAmountBase: 999_200_000n,
      },
      destinationChainId: 42161n,
    } as VaultCall;
    expect(callWords(bridge, places)).toEqual({
      title: "Move 1000 USDC from base to arbitrum",
      lines: ["999.2 USDC have to arrive there.", `Goes to ${STRANGER} there.`],
    });
  });
});

test("security: tool and model words stand below the bytes; a long card loses them", async () => {
  const { deps, vault } = await dryRunBench();
  const call = {
    call: mint,
    words: (at: typeof places) => callWords(mint, at),
    description: "Collect the fees",
    swap: null,
    figures: { swapShield: null, navShield: null },
  };
  const plan = { kind: "call", message: "Collects fees, nothing goes in.", pool };
  const card = await cardOf({ deps, vault, chainId: 8453 } as never, call as never, plan as never, [
    "x".repeat(5_000),
  ]);
  const lines = card.message.split("\n");
  expect(lines[0]).toBe(
    "Waits for your approval: Open a position with at most 5 ETH and 12500 USDC.",
  );
  expect(card.description).not.toContain("Collect");
  expect(card.message.indexOf(HOOK)).toBeLessThan(
    card.message.indexOf("which its bytes do not say"),
  );
  expect(card.message.indexOf("which its bytes do not say")).toBeLessThan(
    card.message.indexOf("Collects fees"),
  );
  // A message of Telegram takes 4,096 characters, with what stands around it.
  expect(card.message.length).toBe(3_000);
});
