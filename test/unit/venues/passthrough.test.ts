import { describe, expect, it } from "vitest";
import { uniswapQuoteBody } from "../../../schemas/uniswap-quote-body.ts";
import { zeroXQuoteQuery } from "../../../schemas/zerox-quote-query.ts";
import { VAULT } from "./fixtures.ts";

describe("GET /api/quote/0x", () => {
  const query = { chainId: "8453", sellToken: "WETH", buyToken: "USDC", sellAmount: "100" };

  it("default: exact input on Base at 1%", () => {
    const { chainId: _chainId, ...rest } = query;
    const expected = {
      chainId: 8453,
      tokenIn: "WETH",
      tokenOut: "USDC",
      mode: "exactIn",
      amountBase: "100",
      slippageBps: 100,
    };
    expect(zeroXQuoteQuery.parse(query)).toEqual(expected);
    expect(zeroXQuoteQuery.parse({ ...rest, somethingElse: "1" })).toEqual(expected);
  });

  it("args: exact output, taker, slippage", () => {
    const { sellAmount: _sellAmount, ...rest } = query;
    const taker = "0x389b1DA4bfF32aecabb293e93308A0FB4907094D";
    expect(
      zeroXQuoteQuery.parse({ ...rest, buyAmount: "7", taker, slippageBps: "500" }),
    ).toMatchObject({
      mode: "exactOut",
      amountBase: "7",
      taker,
      slippageBps: 500,
    });
  });

  it.each([
    { sellAmount: undefined },
    { buyAmount: "1" },
    { sellAmount: "0" },
    { sellAmount: "-1" },
    { sellAmount: "1.5" },
    { sellAmount: "1e3" },
    { sellAmount: "1,000" },
    { sellAmount: "1".repeat(79) },
    { sellToken: "" },
    { buyToken: undefined },
    { chainId: "999" },
    { chainId: "base" },
    { chainId: "8453.0" },
    { slippageBps: "9" },
    { slippageBps: "501" },
    { slippageBps: "1.5" },
    { slippageBps: "NaN" },
    { taker: "0x1234" },
  ])("error: %j", (change) => {
    expect(zeroXQuoteQuery.safeParse({ ...query, ...change }).success).toBe(false);
  });
});

describe("POST /api/quote/uniswap", () => {
  const body = { amount: "100", tokenIn: "WETH", tokenOut: "USDC" };

  it("default: exact input on Base at 1%", () => {
    expect(uniswapQuoteBody.parse(body)).toEqual({
      chainId: 8453,
      tokenIn: "WETH",
      tokenOut: "USDC",
      mode: "exactIn",
      amountBase: "100",
      slippageBps: 100,
    });
  });

  it.each([
    [0.1, 10],
    [0.55, 55],
    [1.1, 110],
    [2.29, 229],
    [5, 500],
  ])("args: %d percent is %i bps", (slippageTolerance, slippageBps) => {
    expect(uniswapQuoteBody.parse({ ...body, slippageTolerance })).toMatchObject({ slippageBps });
  });

  it("args: exact output for a vault, two kinds of pools, any routing word of the spec", () => {
    for (const routingPreference of ["CLASSIC", "BEST_PRICE", "FASTEST", "BEST_PRICE_V2"]) {
      const full = {
        ...body,
        type: "EXACT_OUTPUT",
        tokenInChainId: 10,
        tokenOutChainId: 10,
        swapper: VAULT,
        protocols: ["V2", "V3"],
        routingPreference,
      };
      expect(uniswapQuoteBody.parse(full)).toMatchObject({
        chainId: 10,
        mode: "exactOut",
        taker: VAULT,
        protocols: ["V2", "V3"],
      });
    }
  });

  it.each([
    { amount: 100 },
    { amount: "0" },
    { amount: undefined },
    { type: "EXACT" },
    { tokenIn: 1 },
    { tokenInChainId: 999 },
    { tokenInChainId: "8453" },
    { tokenInChainId: 8453, tokenOutChainId: 10 },
    { tokenOutChainId: 10 },
    { slippageTolerance: 0.09 },
    { slippageTolerance: 5.01 },
    { slippageTolerance: 1.005 },
    { slippageTolerance: "1" },
    { slippageTolerance: Number.NaN },
    { protocols: [] },
    { protocols: ["UNISWAPX_V2"] },
    { protocols: "V2" },
    { routingPreference: "UNISWAPX" },
    { swapper: "me" },
  ])("error: %j", (change) => {
    expect(uniswapQuoteBody.safeParse({ ...body, ...change }).success).toBe(false);
  });
});
