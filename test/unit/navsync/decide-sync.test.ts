import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import type { NavSync } from "../../../schemas/nav-sync.ts";
import type { ReadNav } from "../../../src/bridge/read-chain-nav.ts";
import { bridgeTokens } from "../../../src/calldata/bridge-call.ts";
import { decideSync } from "../../../src/navsync/decide-sync.ts";
import { syncFixture, T0 } from "./sync-fixture.ts";

const WAD = 10n ** 18n;
const OPERATOR: Address = "0x00000000000000000000000000000000000000d4";

type Holding = { symbol: string; whole: bigint; priceUsdc?: bigint | null; isActive?: boolean };
/**
 * A chain with 100,000 units, worth so much USDC together; `base` USDC unless it is the coin at
 * 2,000.
 */
function nav(
  chainId: ChainId,
  whole: bigint,
  holdings: Holding[] = [{ symbol: "USDC", whole: 1_000_000n }],
  changes: Partial<ReadNav> = {},
): ReadNav {
  const usdc = bridgeTokens.named(chainId, "USDC")!;
  const one = 10n ** BigInt(usdc.decimals);
  return {
    chainId,
    owner: OPERATOR,
    baseToken: usdc.address,
    baseKind: "USDC",
    decimals: usdc.decimals,
    unitaryValueBase: 0n,
    netTotalValueBase: whole * one,
    effectiveSupply: 100_000n * one,
    holdersSupply: 100_000n * one,
    usdc18: whole * WAD,
    holdings: holdings.map(({ symbol, whole: held, priceUsdc = 1n, isActive = true }) => {
      const token = bridgeTokens.named(chainId, symbol)!;
      const balanceBase = held * 10n ** BigInt(token.decimals);
      return {
        token,
        balanceBase,
        isActive,
        usdc18: priceUsdc === null ? null : held * priceUsdc * WAD,
      };
    }),
    ...changes,
  };
}

const decide = (
  navs: ReadNav[],
  changes: Partial<NavSync> = {},
  run: Partial<Parameters<typeof decideSync>[1]> = {},
) => {
  const sync = syncFixture({ maxPerRun: "100000", maxPerDay: "500000", ...changes });
  return decideSync(sync, { navs, unread: [], nowMs: T0, toleranceBps: 10_000, ...run });
};
const found = (verdict: ReturnType<typeof decide>) =>
  verdict.ok && verdict.value.kind === "idle" ? verdict.value.found : verdict;
const sent = (verdict: ReturnType<typeof decide>) =>
  verdict.ok && verdict.value.kind === "send" ? verdict.value : verdict;

describe("decideSync", () => {
  test("default: sends from the highest what brings it to the common NAV per unit", () => {
    expect(sent(decide([nav(8453, 106_000n), nav(42161, 100_000n)]))).toEqual({
      kind: "send",
      planned: { fromChainId: 8453, toChainId: 42161, amount: "3000", spreadBps: 600 },
      token: "USDC",
      amountBase: 3_000_000_000n,
    });
  });

  test("behavior: in the sending chain's own decimals: a stablecoin has 18 on BNB Chain", () => {
    expect(sent(decide([nav(56, 106_000n), nav(42161, 100_000n)]))).toMatchObject({
      planned: { fromChainId: 56, amount: "3000" },
      amountBase: 3_000n * WAD,
    });
  });

  test("behavior: another token by that chain's own oracle", () => {
    const holdings = [{ symbol: "WETH", whole: 10n, priceUsdc: 2_000n }];
    expect(
      sent(decide([nav(8453, 106_000n, holdings), nav(42161, 100_000n)], { token: "WETH" })),
    ).toMatchObject({
      planned: { amount: "1.5" },
      amountBase: (3n * WAD) / 2n,
    });
  });

  test.each<[string, Partial<NavSync>, string]>([
    ["the cap of a run", { maxPerRun: "1000" }, "1000"],
    ["what is left of the day", { sentInDay: [{ atMs: T0 - 1, amount: "499500.25" }] }, "499.75"],
  ])("behavior: no more than %s", (_, changes, amount) => {
    expect(sent(decide([nav(8453, 106_000n), nav(42161, 100_000n)], changes))).toMatchObject({
      planned: { amount },
    });
  });

  test("behavior: no more than the vault holds, nor than the sync tolerance lets it lose", () => {
    const few = nav(8453, 106_000n, [{ symbol: "USDC", whole: 12n }]);
    expect(sent(decide([few, nav(42161, 100_000n)]))).toMatchObject({ planned: { amount: "12" } });
    // 95% of 1% of 106,000.
    const run = { toleranceBps: undefined };
    expect(sent(decide([nav(8453, 106_000n), nav(42161, 100_000n)], {}, run))).toMatchObject({
      planned: { amount: "1007" },
    });
  });

  test("behavior: nothing to do is said, and why", () => {
    const apart = [nav(8453, 106_000n), nav(42161, 100_000n)];
    expect(found(decide([nav(8453, 102_000n), nav(42161, 100_000n)]))).toBe(
      "NAV per unit is 2% (200 bps) apart, within 2% (200 bps).",
    );
    const unread = [{ chainId: 10 as const, reason: "it could not be read" }];
    expect(found(decide([nav(8453, 102_000n), nav(42161, 100_000n)], {}, { unread }))).toContain(
      "Not read: optimism.",
    );
    const usedUp = { sentInDay: [{ atMs: T0, amount: "500000" }] };
    expect(found(decide(apart, usedUp))).toContain("the cap of 24 hours is used up");
    expect(found(decide([nav(8453, 106_000n)]))).toBe("The vault is on fewer than two chains.");
    const coin = nav(42161, 50n, [], { baseKind: "ETH" });
    expect(found(decide([nav(8453, 106_000n), coin]))).toContain("the same base token");
  });

  test("behavior: a chain that another account owns is never sent to, nor from", () => {
    const stranger: Address = "0x00000000000000000000000000000000000000ff";
    const sold = nav(42161, 90_000n, [], { owner: stranger });
    expect(sent(decide([nav(8453, 106_000n), sold, nav(10, 100_000n)]))).toMatchObject({
      planned: { fromChainId: 8453, toChainId: 10 },
    });
    expect(found(decide([nav(8453, 106_000n), sold]))).toBe(
      "The vault is on fewer than two chains.",
    );
  });

  test("behavior: a chain that does not carry the token is not compared", () => {
    const weth = [{ symbol: "WETH", whole: 10n, priceUsdc: 2_000n }];
    const wbtc = { token: "WBTC" } as const;
    expect(found(decide([nav(8453, 106_000n, weth), nav(42161, 100_000n)], wbtc))).toContain(
      "fewer than two chains",
    );
  });

  test("error: too few could be read: unknown is no answer", () => {
    const unread = [{ chainId: 42161 as const, reason: "it could not be read" }];
    expect(decide([nav(8453, 106_000n)], {}, { unread })).toMatchObject({
      ...{
        ok: false,
        code: "rpc_unavailable",
        details: { unread: ["arbitrum: it could not be read"] },
      },
    });
    expect(decide([], {}, { unread })).toMatchObject({ ok: false, code: "rpc_unavailable" });
  });

  test("error: sold, without the token, and without its price", () => {
    const owner: Address = "0x00000000000000000000000000000000000000ff";
    const apart = [nav(8453, 106_000n, [], { owner }), nav(42161, 100_000n, [], { owner })];
    expect(decide(apart)).toMatchObject({ ok: false, code: "not_vault_owner" });
    expect(decide([nav(8453, 106_000n, []), nav(42161, 100_000n)])).toMatchObject({
      code: "insufficient_balance",
    });
    const untracked = [{ symbol: "USDC", whole: 5n, isActive: false }];
    expect(decide([nav(8453, 106_000n, untracked), nav(42161, 100_000n)])).toMatchObject({
      code: "insufficient_balance",
    });
    const unpriced = [{ symbol: "WETH", whole: 5n, priceUsdc: null }];
    expect(
      decide([nav(8453, 106_000n, unpriced), nav(42161, 100_000n)], { token: "WETH" }),
    ).toMatchObject({
      code: "no_price_feed",
    });
  });

  test("behavior: tolerance of NAV above its high is a share of the high, as NAV Shield", () => {
    const chains = () => [
      nav(8453, 120_000n, undefined, { unitaryValueBase: 1_200_000n }),
      nav(42161, 60_000n),
    ];
    const amountAt = (high?: bigint) => {
      const decided = sent(decide(chains(), {}, { toleranceBps: 100, high }));
      return "planned" in decided ? decided.planned.amount : decided;
    };
    // 0.95% of 120,000, and of the 100,000 that it was worth at a high of 1.00.
    expect([amountAt(), amountAt(1_000_000n), amountAt(1_300_000n)]).toEqual([
      "1140",
      "950",
      "1140",
    ]);
  });
});
