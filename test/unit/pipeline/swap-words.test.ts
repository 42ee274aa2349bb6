import { expect, test } from "vitest";
import type { VenueQuote } from "../../../src/kinds/venue.ts";
import { swapMetaOf, swapWords } from "../../../src/pipeline/swap-words.ts";
import { TABLES } from "../../../src/tables.ts";

const USDC = {
  address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  symbol: "USDC",
  decimals: 6,
} as const;
const ETH = {
  address: "0x0000000000000000000000000000000000000000",
  symbol: "ETH",
  decimals: 18,
} as const;
/** Half an ETH at 1250.68 USDC, and what the slippage of 1% makes of both. */
const buy = (venue: "0x" | "uniswap", whole?: VenueQuote["whole"]): VenueQuote => ({
  venue,
  request: {
    ...{ chainId: 8453, tokenIn: USDC, tokenOut: ETH, mode: "exactOut", slippageBps: 100 },
    amountBase: 500_000_000_000_000_000n,
  },
  amountInBase: 1_250_680_000n,
  amountOutBase: 500_000_000_000_000_000n,
  limitBase: 1_263_190_000n,
  ...{ gasUnits: 0n, raw: {}, ...(whole !== undefined && { whole }) },
});
const spent = { inBase: 1_263_190_000n, outBase: 505_001_279_303_000_000n };

test.each([
  [
    "0x, which spends all",
    buy("0x", spent),
    "up to 1263.19 USDC for at least 0.5 ETH, about 0.505001, on 0x",
    "1263.19",
    "0.505001279303",
  ],
  [
    "0x, which sells back",
    buy("0x"),
    "up to 1263.19 USDC, about 1250.68, for at least 0.5 ETH on 0x",
    "1250.68",
    "0.5",
  ],
  [
    "Uniswap",
    buy("uniswap"),
    "up to 1263.19 USDC, about 1250.68, for exactly 0.5 ETH on uniswap",
    "1250.68",
    "0.5",
  ],
])(
  "default: an exact output at %s: its bounds, what is expected, and SwapMeta the same",
  (_what, quote, words, sell, bought) => {
    expect(swapWords(quote, TABLES)).toBe(words);
    expect(swapMetaOf(quote)).toMatchObject({
      sellAmount: sell,
      buyAmount: bought,
      price: expect.stringMatching(/^1 USDC = 0\.00039978/),
    });
  },
);

test("default: an exact input is what it was", () => {
  const quote = buy("0x");
  const sale = {
    ...quote,
    request: { ...quote.request, mode: "exactIn" as const, amountBase: quote.amountInBase },
  };
  expect(swapWords(sale, TABLES)).toBe("1250.68 USDC for about 0.5 ETH on 0x");
});
