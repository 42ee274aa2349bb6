import fc from "fast-check";
import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { confirmedNav } from "../../../src/vaults/confirmed-nav.ts";
import { confirmedNetBase } from "../../../src/vaults/confirmed-net-base.ts";
import type { Holding, Holdings } from "../../../src/vaults/read-holdings.ts";

const token = (last: string): Address => `0x${last.padStart(40, "0")}`;
const [USDC, GRG, WETH] = [token("1"), token("3"), token("4")];
const ETH = 10n ** 18n;
const wrappedNative = WETH;
/** Bought and sold for one ETH, in USDC base units; the venue's lower price counts. */
const market = (dollars: bigint, backWei = ETH) => ({
  wrappedNative,
  prices: [
    {
      token: USDC,
      tokenBase: String(dollars * 1_000_000n),
      coinInWei: String(ETH),
      coinOutWei: String(backWei),
      atMs: 1,
    },
  ],
});
/** So much, by an oracle that says so many USDC for one. */
const holding = (of: Address, balanceBase: bigint, dollars: bigint): Holding => ({
  ...{ token: of, balanceBase, valueBase: (balanceBase * dollars * 1_000_000n) / ETH },
  ...{ unitBase: ETH, unitValueBase: dollars * 1_000_000n },
});
const usdc = (dollars: bigint): Holding => ({
  ...{ token: USDC, balanceBase: dollars * 1_000_000n, valueBase: dollars * 1_000_000n },
  ...{ unitBase: ETH, unitValueBase: ETH },
});
const of = (...held: Holding[]): Holdings => ({ ok: true, value: { baseToken: USDC, held } });
const nav = (dollars: bigint) => ({
  unitaryValue: dollars * 10n,
  netTotalValue: dollars * 1_000_000n,
});

describe("confirmedNav", () => {
  test("security: ten times 16 ETH makes 420,000 of 60,000, 40,000; no share over 100,000", () => {
    const holdings = of(usdc(60_000n), holding(WETH, 16n * ETH, 25_000n));
    expect(confirmedNav(nav(460_000n), holdings, market(2_500n))).toEqual(nav(100_000n));
  });

  test("behavior: a token below venue's price, or without one, counts by the oracle", () => {
    expect(
      confirmedNav(
        nav(100_000n),
        of(usdc(60_000n), holding(WETH, 16n * ETH, 2_500n)),
        market(5_000n),
      ),
    ).toBeUndefined();
    expect(
      confirmedNav(
        nav(100_000n),
        of(usdc(60_000n), holding(GRG, 40_000n * ETH, 1n)),
        market(2_500n),
      ),
    ).toBeUndefined();
    const both = of(
      usdc(10_000n),
      holding(GRG, 40_000n * ETH, 1n),
      holding(WETH, 16n * ETH, 25_000n),
    );
    expect(confirmedNav(nav(450_000n), both, market(2_500n))).toEqual(nav(90_000n));
  });

  test("behavior: of a venue's two prices the lower one", () => {
    // 2,500 for one, of which 0.8 come back: an ETH is worth between 2,500 and 3,125 USDC.
    const holdings = of(holding(WETH, 16n * ETH, 5_000n));
    expect(confirmedNav(nav(80_000n), holdings, market(2_500n, (ETH * 8n) / 10n))).toEqual(
      nav(40_000n),
    );
  });

  test("security: positions and stakes, in no balance, fall with the token furthest above", () => {
    const holdings = of(usdc(10_000n), holding(WETH, 0n, 25_000n));
    expect(confirmedNav(nav(410_000n), holdings, market(2_500n))).toEqual(nav(50_000n));
  });

  test("boundary: a NAV of which nothing is confirmed is the least there is, never none", () => {
    const holdings = of(holding(WETH, 16n * ETH, 25_000n));
    const least = { wrappedNative, prices: [{ ...market(1n).prices[0]!, tokenBase: "1" }] };
    expect(
      confirmedNav({ unitaryValue: 10n, netTotalValue: 400_000_000_000n }, holdings, least),
    ).toMatchObject({
      unitaryValue: 1n,
    });
  });

  test("error: what was not read lowers nothing; measure-call.ts says no high counts", () => {
    const unread: Holdings = { ok: false, kind: "unavailable", message: "no answer" };
    expect(confirmedNav(nav(1n), unread, market(2_500n))).toBeUndefined();
    expect(
      confirmedNav({ unitaryValue: 1n, netTotalValue: 0n }, of(), market(2_500n)),
    ).toBeUndefined();
  });

  test("behavior: however high an oracle is pushed, the confirmed NAV stays", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 2_501n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        (price, held) => {
          const holdings = of(usdc(held), holding(WETH, 4n * ETH, price));
          const confirmed = confirmedNav(nav(held + 4n * price), holdings, market(2_500n));
          expect(confirmed?.netTotalValue).toBe((held + 10_000n) * 1_000_000n);
        },
      ),
    );
  });
});

describe("confirmedNetBase", () => {
  const call = { vault: token("9"), chainId: 8453, executionMode: "delegated" } as const;
  const stored = (price: bigint, navBaseline: string | null = null) => ({
    ...{ venuePrices: market(price).prices, navBaseline, settings: {} },
  });

  test("default: the lowest of the NAV, of what venues make of it, and of its high", () => {
    const holdings = of(usdc(60_000n), holding(WETH, 16n * ETH, 25_000n));
    const net = (price: bigint, navBaseline: string | null) => {
      const verdict = confirmedNetBase(call, nav(460_000n), {
        ...{ holdings, stored: stored(price, navBaseline), wrappedNative },
      });
      return verdict.ok ? verdict.value : verdict.code;
    };
    expect(net(2_500n, null)).toBe(100_000_000_000n);
    expect(net(25_000n, null)).toBe(460_000_000_000n);
    // A unit at 900,000 of 4,600,000; and a high above what it is worth now.
    expect(net(2_500n, "900000")).toBe(90_000_000_000n);
    expect(net(2_500n, "1100000")).toBe(100_000_000_000n);
    expect(net(25_000n, "4700000")).toBe(460_000_000_000n);
  });

  test("security: a tenth by the oracle alone is no measure for the agent; signers decide", () => {
    const unread: Holdings = { ok: false, kind: "unavailable", message: "" };
    for (const [holdings, reason] of [
      [of(usdc(90_000n), holding(GRG, ETH, 10_000n)), "no_venue_price"],
      [unread, "unread"],
    ] as const) {
      const known = { holdings, stored: stored(2_500n), wrappedNative };
      expect(confirmedNetBase(call, nav(100_000n), known)).toMatchObject({
        ...{ ok: false, code: "second_price_differs", details: { chainId: 8453, reason } },
        message: expect.stringContaining("The agent wallet adds nothing meanwhile"),
      });
      expect(confirmedNetBase({ ...call, executionMode: "manual" }, nav(100_000n), known).ok).toBe(
        true,
      );
    }
    // Less than a tenth moves nothing alone.
    const little = of(usdc(90_001n), holding(GRG, ETH, 9_999n));
    const known = { holdings: little, stored: stored(2_500n), wrappedNative };
    expect(confirmedNetBase(call, nav(100_000n), known)).toEqual({
      ok: true,
      value: 100_000_000_000n,
    });
  });
});
