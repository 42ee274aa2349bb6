import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import type { Holdings } from "../../../src/vaults/read-holdings.ts";
import { unconfirmedPrices } from "../../../src/vaults/unconfirmed-prices.ts";

const token = (last: string): Address => `0x${last.padStart(40, "0")}`;
const [VAULT, USDC, BTC, GRG, WETH] = ["a", "1", "2", "3", "4"].map(token) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const ETH = 10n ** 18n;
/** 1 ETH is 2,500 USDC, and 0.025 BTC. */
const prices = {
  wrappedNative: WETH,
  prices: [
    {
      token: USDC,
      tokenBase: "2500000000",
      coinInWei: String(ETH),
      coinOutWei: String(ETH),
      atMs: 1,
    },
    { token: BTC, tokenBase: "2500000", coinInWei: String(ETH), coinOutWei: String(ETH), atMs: 1 },
  ],
};
/** By an oracle at so many bps of the market. USDC is worth itself. */
const holding = (of: Address, balanceBase: bigint, atMarket: bigint, bps = 10_000n) => ({
  ...{ token: of, balanceBase, valueBase: (balanceBase * atMarket * bps) / (10_000n * ETH) },
  ...{ unitBase: ETH, unitValueBase: (atMarket * bps) / 10_000n },
});
const usdc = (dollars: bigint) => holding(USDC, dollars * 1_000_000n, ETH);
/**
 * USDC base units for 10^18 base units: of BTC with 8 decimals at 100,000, of ETH at 2,500, of GRG
 * at 1.
 */
const btc = (sats: bigint, bps?: bigint) => holding(BTC, sats, 10n ** 21n, bps);
const eth = (wei: bigint, bps?: bigint) => holding(WETH, wei, 2_500_000_000n, bps);
const grg = (units: bigint, bps?: bigint) => holding(GRG, units, 1_000_000n, bps);

const judged = (held: ReturnType<typeof holding>[], net?: bigint) => {
  const holdings: Holdings = { ok: true, value: { baseToken: USDC, held } };
  const netTotalValueBase = net ?? held.reduce((sum, { valueBase }) => sum + valueBase, 0n);
  return unconfirmedPrices(VAULT, holdings, { prices, netTotalValueBase, toleranceBps: 500 });
};
const reasons = (...given: Parameters<typeof judged>) =>
  judged(...given).map((one) => [one.token, one.reason]);

describe("unconfirmedPrices", () => {
  test("default: what a venue confirms within the tolerance, both ends of it", () => {
    expect(reasons([usdc(50_000n), btc(10n ** 8n), eth(20n * ETH)])).toEqual([]);
    expect(reasons([usdc(50_000n), btc(10n ** 8n, 10_500n)])).toEqual([]);
    expect(reasons([usdc(50_000n), btc(10n ** 8n, 9_500n)])).toEqual([]);
  });

  test("behavior: a token at 1.8 times and at half its price, with figures of holdings", () => {
    expect(judged([usdc(50_000n), btc(10n ** 8n, 18_000n), eth(20n * ETH)])).toEqual([
      {
        ...{ token: BTC, reason: "differs", oracleBase: "180000000000" },
        ...{ venueLowBase: "100000000000", venueHighBase: "100000000000" },
      },
    ]);
    expect(reasons([usdc(50_000n), btc(10n ** 8n, 5_000n)])).toEqual([[BTC, "differs"]]);
  });

  test("behavior: the base token's own oracle moved shows in all others", () => {
    expect(reasons([usdc(1_000n), btc(10n ** 8n, 14_000n), eth(20n * ETH, 14_000n)])).toEqual([
      [BTC, "differs"],
      [WETH, "differs"],
    ]);
  });

  test("boundary: under a tenth of NAV needs no confirming; pushed down, the venue's price", () => {
    // 10,000 of 100,000 dollars, and one base unit less.
    expect(reasons([usdc(90_000n), grg(10_000n * ETH)])).toEqual([[GRG, "no_venue_price"]]);
    expect(reasons([usdc(90_000n), grg(9_999n * ETH)])).toEqual([]);
    expect(reasons([usdc(89_000n), btc(11_000_000n, 5_000n)])).toEqual([[BTC, "differs"]]);
  });

  test("behavior: a stranger's heap that the vault counts is no price of anybody else's", () => {
    expect(reasons([usdc(1_000n), grg(8_000_000n * ETH)])).toEqual([[GRG, "no_venue_price"]]);
  });

  test("behavior: if balances miss a tenth of the NAV, every possible token is looked at", () => {
    const [nothing, net] = [grg(0n), 112_000_000_000n];
    expect(reasons([usdc(100_000n), nothing], net)).toEqual([[GRG, "no_venue_price"]]);
    expect(reasons([usdc(101_000n), nothing], net)).toEqual([]);
    expect(reasons([usdc(100_000n), btc(0n, 14_000n)], net)).toEqual([[BTC, "differs"]]);
  });

  test("behavior: what is held of a token and what may be staked of it count together", () => {
    // 8,000 held and 8,000 staked, of 100,000 dollars: a quarter of the price takes 12% of the NAV.
    expect(reasons([usdc(84_000n), grg(8_000n * ETH)], 100_000_000_000n)).toEqual([
      [GRG, "no_venue_price"],
    ]);
    expect(reasons([usdc(95_000n), grg(4_000n * ETH)], 100_000_000_000n)).toEqual([]);
  });

  test("error: what was not read confirms nothing", () => {
    const rules = { prices, netTotalValueBase: 1n, toleranceBps: 500 };
    const unread: Holdings = { ok: false, kind: "unavailable", message: "no answer" };
    expect(unconfirmedPrices(VAULT, unread, rules)).toEqual([{ token: VAULT, reason: "unread" }]);
  });
});
