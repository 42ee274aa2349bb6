import { describe, expect, test } from "vitest";
import { createGmx } from "../../../src/venues/gmx.ts";

const [market, weth, usdc] = ["1", "2", "3"].map((digit) => `0x${digit.repeat(40)}`);
const GOOD: Record<string, unknown> = {
  "/markets": {
    markets: [
      {
        marketToken: market,
        indexToken: weth,
        longToken: weth,
        shortToken: usdc,
        name: "ETH/USD",
        isListed: true,
      },
    ],
  },
  "/tokens": { tokens: [{ symbol: "ETH", address: weth, decimals: 18, synthetic: false }] },
  "/prices/tickers": [
    {
      tokenAddress: weth,
      tokenSymbol: "ETH",
      minPrice: "2499000000000000",
      maxPrice: "2501000000000000",
      updatedAt: 1_790_000_000_123,
    },
    {
      tokenAddress: usdc,
      tokenSymbol: "USDC",
      minPrice: "1000000000000000000000000",
      maxPrice: "1000000000000000000000000",
      updatedAt: 1_790_000_000,
    },
    { tokenAddress: market, tokenSymbol: "NONE", minPrice: "0", maxPrice: "0", updatedAt: 1 },
  ],
};
const venue = (answers: Record<string, unknown>, status = 200) =>
  createGmx({
    baseUrl: "https://gmx.test/",
    timeoutMs: 1_000,
    fetch: async (url) => Response.json(answers[new URL(url).pathname] ?? null, { status }),
  }).snapshot();

describe("GMX's API", () => {
  test("default: markets, decimals, prices; time in seconds or ms; no price is none", async () => {
    const read = await venue(GOOD);
    if (!read.ok) throw new Error(read.message);
    expect(read.value.markets).toMatchObject([{ market, indexToken: weth, isListed: true }]);
    expect([...read.value.tokens]).toEqual([[weth, { symbol: "ETH", decimals: 18 }]]);
    expect([...read.value.tickers]).toEqual([
      [
        weth,
        {
          min: 2_499_000_000_000_000n,
          max: 2_501_000_000_000_000n,
          updatedAtMs: 1_790_000_000_123,
        },
      ],
      [usdc, { min: 10n ** 24n, max: 10n ** 24n, updatedAtMs: 1_790_000_000_000 }],
    ]);
  });

  test("error: an answer that is missing, odd or an error is no price", async () => {
    for (const path of Object.keys(GOOD))
      for (const odd of [null, {}, [], "text", [{ tokenAddress: weth }]])
        if (path !== "/prices/tickers" || !Array.isArray(odd) || odd.length > 0)
          expect(await venue({ ...GOOD, [path]: odd }), path).toMatchObject({
            ok: false,
            code: "venue_bad_response",
          });
    expect(await venue(GOOD, 503)).toMatchObject({ code: "venue_unavailable" });
    expect(await venue(GOOD, 404)).toMatchObject({ code: "venue_bad_response" });
    const price = (minPrice: unknown) => ({
      ...GOOD,
      "/prices/tickers": [{ tokenAddress: weth, minPrice, maxPrice: "5", updatedAt: 1 }],
    });
    for (const text of ["-1", "1.5", 5, "0x5", "1e3"])
      expect(await venue(price(text)), String(text)).toMatchObject({ code: "venue_bad_response" });
  });
});
