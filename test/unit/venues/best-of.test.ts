import { zeroAddress } from "viem";
import { describe, expect, it } from "vitest";
import type { SwapRequest, VenueQuote } from "../../../src/kinds/venue.ts";
import { refuse, type Verdict } from "../../../src/lib/verdict.ts";
import { bestOf, type GasFacts } from "../../../src/venues/best-of.ts";

const USDC = {
  address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  symbol: "USDC",
  decimals: 6,
} as const;
const DAI = {
  address: "0x50c5725949a6f0c72e6c4a641f24049a917db0cb",
  symbol: "DAI",
  decimals: 18,
} as const;
const ETH = { address: zeroAddress, symbol: "ETH", decimals: 18 } as const;
const WETH = "0x4200000000000000000000000000000000000006";
const NO_ORACLE: GasFacts = {
  priceWei: 1_000_000_000n,
  wrappedNative: WETH,
  coinWorth: () => undefined,
};
/** 3,000 USDC for a coin. */
const WITH_ORACLE: GasFacts = {
  ...NO_ORACLE,
  coinWorth: (wei) => (wei * 3_000_000_000n) / 10n ** 18n,
};

type Sides = Pick<SwapRequest, "tokenIn" | "tokenOut" | "mode" | "amountBase">;
/** One ETH for USDC. */
const SALE: Sides = { tokenIn: ETH, tokenOut: USDC, mode: "exactIn", amountBase: 10n ** 18n };
/** One ETH, bought with USDC. */
const PURCHASE: Sides = { tokenIn: USDC, tokenOut: ETH, mode: "exactOut", amountBase: 10n ** 18n };

type Amounts = Partial<Pick<VenueQuote, "amountInBase" | "amountOutBase" | "gasUnits" | "whole">>;
const quote = (venue: "0x" | "uniswap", sides: Sides, amounts: Amounts) => {
  const request: SwapRequest = { chainId: 8453, slippageBps: 100, ...sides };
  const base = {
    amountInBase: sides.amountBase,
    amountOutBase: sides.amountBase,
    gasUnits: 100_000n,
  };
  const value: VenueQuote = { venue, request, ...base, limitBase: 1n, raw: {}, ...amounts };
  return { venue, answer: { ok: true, value } as Verdict<VenueQuote> };
};
const silent = (venue: "0x" | "uniswap", code: "venue_unavailable" | "no_route") => ({
  venue,
  answer: refuse(code, `${venue} says ${code}.`),
});
const told = (verdict: ReturnType<typeof bestOf>) =>
  verdict.ok ? [verdict.value.quote.venue, verdict.value.said] : [verdict.code, verdict.message];

describe("a sale", () => {
  // 100,000 gas at 1 gwei are 0.0001 ETH, and at 3,000 USDC 0.3 USDC; 300,000 are 0.9.
  it("default: the venue by which more arrives, and by how much after gas", () => {
    const answers = [
      quote("0x", SALE, { amountOutBase: 3_000_000_000n }),
      quote("uniswap", SALE, { amountOutBase: 3_003_000_000n }),
    ];
    // Gas by each quote's own price: 0.3 and 0.3003 USDC. 3,002.6997 - 2,999.7 is 2.9997, of
    // 2,999.7 ten parts in ten thousand less a bit.
    expect(told(bestOf(answers, [], NO_ORACLE))).toEqual([
      "uniswap",
      "Best price: uniswap, 2.9997 USDC (10 bps) more than 0x after gas.",
    ]);
  });

  it("behavior: what is better before gas may be worse after it", () => {
    const answers = [
      quote("0x", SALE, { amountOutBase: 3_000_500_000n, gasUnits: 300_000n }),
      quote("uniswap", SALE, { amountOutBase: 3_000_000_000n }),
    ];
    // 3,000.5 - 0.90015 is 2,999.59985; 3,000 - 0.3 is 2,999.7.
    expect(told(bestOf(answers, [], NO_ORACLE))).toEqual([
      "uniswap",
      "Best price: uniswap, 0.10015 USDC (under 1 bps) more than 0x after gas.",
    ]);
  });

  it("behavior: without gas of each venue, or its value, amounts alone decide, as is said", () => {
    const dear = quote("0x", SALE, { amountOutBase: 3_000_500_000n, gasUnits: 300_000n });
    const before =
      "Best price: 0x, 0.5 USDC (1 bps) more than uniswap before gas, which could not be valued.";
    const unpriced = quote("uniswap", SALE, { amountOutBase: 3_000_000_000n, gasUnits: 0n });
    expect(told(bestOf([dear, unpriced], [], NO_ORACLE))).toEqual(["0x", before]);
    const priced = quote("uniswap", SALE, { amountOutBase: 3_000_000_000n });
    expect(told(bestOf([dear, priced], [], undefined))).toEqual(["0x", before]);
  });

  it("behavior: between two tokens the oracle values the coin", () => {
    const sides: Sides = { tokenIn: DAI, tokenOut: USDC, mode: "exactIn", amountBase: 10n ** 21n };
    const answers = [
      quote("0x", sides, { amountOutBase: 999_500_000n, gasUnits: 300_000n }),
      quote("uniswap", sides, { amountOutBase: 999_000_000n }),
    ];
    // 0.9 against 0.3 USDC: 998.6 and 998.7, each a unit less for rounding up.
    expect(told(bestOf(answers, [], WITH_ORACLE))).toEqual([
      "uniswap",
      "Best price: uniswap, 0.1 USDC (1 bps) more than 0x after gas.",
    ]);
    expect(told(bestOf(answers, [], NO_ORACLE))[0]).toBe("0x");
  });

  it("behavior: what is equal stays with the first", () => {
    const same = (["0x", "uniswap"] as const).map((venue) =>
      quote(venue, SALE, { amountOutBase: 3_000_000_000n }),
    );
    expect(told(bestOf(same, [], NO_ORACLE))).toEqual([
      "0x",
      "Best price: 0x, the same as uniswap after gas.",
    ]);
  });
});

describe("an exact output", () => {
  const exact = quote("uniswap", PURCHASE, { amountInBase: 3_000_000_000n });
  it("default: least leaves, the gas together with it", () => {
    const other = quote("0x", PURCHASE, { amountInBase: 2_999_500_000n, gasUnits: 300_000n });
    // 3,000 + 0.3 is 3,000.3; 2,999.5 + 0.89985 is 3,000.39985.
    expect(told(bestOf([exact, other], [], NO_ORACLE))).toEqual([
      "uniswap",
      "Best price: uniswap, 0.09985 USDC (under 1 bps) less than 0x after gas.",
    ]);
  });

  it("behavior: where all that may leave leaves, that is compared", () => {
    const whole = { inBase: 3_029_500_000n, outBase: 101n * 10n ** 16n };
    const other = quote("0x", PURCHASE, { amountInBase: 2_999_500_000n, whole });
    expect(told(bestOf([exact, other], [], NO_ORACLE))[0]).toBe("uniswap");
    const cheaper = { inBase: 2_989_900_000n, outBase: 101n * 10n ** 16n };
    expect(
      told(
        bestOf(
          [exact, quote("0x", PURCHASE, { amountInBase: 2_960_000_000n, whole: cheaper })],
          [],
          NO_ORACLE,
        ),
      )[0],
    ).toBe("0x");
  });
});

describe("venues without a price", () => {
  const good = quote("uniswap", SALE, { amountOutBase: 3_000_000_000n });
  it("default: the other is taken, and why is said", () => {
    expect(told(bestOf([silent("0x", "venue_unavailable"), good], [], NO_ORACLE))).toEqual([
      "uniswap",
      "Price of uniswap alone. 0x did not answer.",
    ]);
    expect(told(bestOf([silent("0x", "no_route"), good], [], NO_ORACLE))).toEqual([
      "uniswap",
      "Price of uniswap alone. 0x has no price for it.",
    ]);
    expect(told(bestOf([good], ["0x"], undefined))).toEqual([
      "uniswap",
      "Price of uniswap alone. 0x was not asked: its share of calls is used up.",
    ]);
  });

  it("default: one venue that was named, or has the only key, is told of as it came", () => {
    expect(told(bestOf([good], [], undefined))).toEqual(["uniswap", undefined]);
    expect(told(bestOf([silent("0x", "no_route")], [], undefined))).toEqual([
      "no_route",
      "0x says no_route.",
    ]);
  });

  it("error: none: the first one's code, with every one's word", () => {
    const none = [silent("uniswap", "venue_unavailable"), silent("0x", "no_route")];
    expect(told(bestOf(none, [], NO_ORACLE))).toEqual([
      "venue_unavailable",
      "No venue gives it. uniswap: uniswap says venue_unavailable. 0x: 0x says no_route.",
    ]);
  });
});
