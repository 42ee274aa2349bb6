import { describe, expect, it } from "vitest";
import type { SwapRequest } from "../../../src/kinds/venue.ts";
import { createUniswap } from "../../../src/venues/uniswap.ts";
import {
  buyUsdc,
  ETH,
  OTHER,
  PLACEHOLDER,
  sellWeth,
  USDC,
  uniswapExactOut,
  uniswapQuote,
  uniswapSwap,
  VAULT,
  WETH,
} from "./fixtures.ts";
import { type Asked, venueServer } from "./venue-server.ts";

const KEY = "secret-key";
type Bodies = { quote?: unknown; swap?: unknown; status?: number };
const make = async (
  { quote = uniswapQuote, swap = uniswapSwap, status = 200 }: Bodies,
  timeoutMs = 60_000,
) => {
  const server = await venueServer(({ path }: Asked) => ({
    status,
    body: path.endsWith("/swap") ? swap : quote,
  }));
  const venue = createUniswap({
    baseUrl: `${server.url}/v1/`,
    apiKey: KEY,
    fetch: (url, init) => fetch(url, init),
    timeoutMs,
  });
  return { ...server, venue };
};
const built = async (
  bodies: Bodies,
  request: SwapRequest = sellWeth,
  facts = { routerVersion: "2.0" as const },
) => {
  const { venue, asked } = await make(bodies);
  const quoted = await venue.quote(request);
  if (!quoted.ok) throw new Error(quoted.code);
  return { asked, verdict: await venue.transaction(quoted.value, facts) };
};

describe("POST /quote", () => {
  it("default: pools only, by protocols; the routing word CLASSIC is gone from API", async () => {
    const { venue, asked } = await make({});
    await venue.quote(sellWeth);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: "POST", path: "/v1/quote" });
    expect(asked[0]?.headers).toMatchObject({
      "x-api-key": KEY,
      "x-universal-router-version": "2.0",
      "content-type": "application/json",
    });
    expect(asked[0]?.body).toEqual({
      type: "EXACT_INPUT",
      amount: "100000000000000000",
      tokenIn: WETH,
      tokenOut: USDC,
      tokenInChainId: 8453,
      tokenOutChainId: 8453,
      swapper: VAULT,
      slippageTolerance: 1,
      routingPreference: "BEST_PRICE",
      protocols: ["V2", "V3", "V4"],
    });
  });

  it("args: exact output, fewer pools, another router, slippage to basis point, coin", async () => {
    const { venue, asked } = await make({ quote: {} });
    const coin = { address: PLACEHOLDER, symbol: "ETH", decimals: 18 } as const;
    await venue.quote({
      ...buyUsdc,
      tokenIn: coin,
      protocols: ["V3"],
      routerVersion: "2.1.2",
      slippageBps: 10,
    });
    expect(asked[0]?.body).toMatchObject({
      type: "EXACT_OUTPUT",
      amount: "1000000000",
      tokenIn: ETH,
      protocols: ["V3"],
      slippageTolerance: 0.1,
    });
    expect(asked[0]?.headers["x-universal-router-version"]).toBe("2.1.2");
  });

  it("default: an exact input quote; its minimum is ours", async () => {
    const { venue } = await make({});
    expect(await venue.quote(sellWeth)).toEqual({
      ok: true,
      value: {
        venue: "uniswap",
        request: sellWeth,
        amountInBase: 100_000_000_000_000_000n,
        amountOutBase: 262_914_238n,
        limitBase: 260_285_095n,
        gasUnits: 150_000n,
        raw: uniswapQuote,
      },
    });
  });

  it("default: an exact output quote; its maximum is ours, rounded up", async () => {
    const { venue } = await make({ quote: uniswapExactOut });
    // 380000000000000001 x 1.01 = 383800000000000001.01
    expect(await venue.quote(buyUsdc)).toMatchObject({
      ok: true,
      value: {
        amountInBase: 380_000_000_000_000_001n,
        amountOutBase: 1_000_000_000n,
        limitBase: 383_800_000_000_000_002n,
      },
    });
  });

  it.each(["WRAP", "UNWRAP"])("args: %s is accepted, with no gas estimate", async (routing) => {
    const { gasUseEstimate: _gas, ...quote } = uniswapQuote.quote;
    const { venue } = await make({ quote: { ...uniswapQuote, routing, quote } });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: true, value: { gasUnits: 0n } });
  });

  const inner = (change: object) => ({
    ...uniswapQuote,
    quote: { ...uniswapQuote.quote, ...change },
  });
  const { input, output } = uniswapQuote.quote;
  it.each([
    ["an order that a vault cannot fill", { ...uniswapQuote, routing: "DUTCH_V2" }],
    ["a priority order", { ...uniswapQuote, routing: "PRIORITY" }],
    ["a bridge", { ...uniswapQuote, routing: "BRIDGE" }],
    ["no routing", { quote: uniswapQuote.quote }],
    ["no quote", { routing: "CLASSIC" }],
    ["another token in", inner({ input: { ...input, token: OTHER } })],
    ["another token out", inner({ output: { ...output, token: OTHER } })],
    ["the coin for its wrapped form", inner({ input: { ...input, token: ETH } })],
    ["another amount in", inner({ input: { ...input, amount: "100000000000000001" } })],
    ["a negative output", inner({ output: { ...output, amount: "-1" } })],
    ["a number", inner({ output: { ...output, amount: 262914238 } })],
    ["a huge number", inner({ output: { ...output, amount: "9".repeat(78) } })],
    ["an exponent", inner({ output: { ...output, amount: "2e8" } })],
    ["a fee for somebody else", inner({ portionBips: 25, portionAmount: "1" })],
    ["a web page", "<html></html>"],
    ["an error under 200", { errorCode: "QUOTE_ERROR", detail: "oops" }],
  ])("error: %s", async (_name, quote) => {
    const { venue, asked } = await make({ quote });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "venue_bad_response" });
    expect(asked).toHaveLength(1);
  });

  it("error: exact output answered with less", async () => {
    const { venue } = await make({
      quote: {
        ...uniswapExactOut,
        quote: {
          ...uniswapExactOut.quote,
          output: { ...output, token: USDC, amount: "999999999" },
        },
      },
    });
    expect(await venue.quote(buyUsdc)).toMatchObject({ ok: false, code: "venue_bad_response" });
  });

  it("error: an output of nothing is no route", async () => {
    const { venue } = await make({ quote: inner({ output: { ...output, amount: "0" } }) });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "no_route" });
  });

  it.each([
    [404, { errorCode: "ResourceNotFound", detail: "No quotes available oops" }, "no_route"],
    [400, { errorCode: "RequestValidationError", detail: "oops" }, "invalid_request"],
    [401, { errorCode: "UnauthorizedError", detail: "secret-key" }, "venue_unavailable"],
    [429, { errorCode: "Ratelimited", detail: "oops" }, "venue_unavailable"],
    [500, "oops", "venue_unavailable"],
    [504, { errorCode: "Timeout" }, "venue_unavailable"],
  ])("error: %i", async (status, quote, code) => {
    const { venue, asked } = await make({ quote, status });
    const verdict = await venue.quote(sellWeth);
    expect(verdict).toMatchObject({ ok: false, code });
    expect(JSON.stringify(verdict)).not.toMatch(/oops|secret/);
    expect(asked).toHaveLength(1);
  });

  it("error: a venue that hangs is cut off once", async () => {
    const server = await venueServer({ hang: "headers" });
    const venue = createUniswap({
      baseUrl: server.url,
      apiKey: KEY,
      fetch: (url, init) => fetch(url, init),
      timeoutMs: 100,
    });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "venue_unavailable" });
    expect(server.asked).toHaveLength(1);
  });
});

describe("POST /swap", () => {
  it("default: the quote returns without its permit, the calldata untouched", async () => {
    const { asked, verdict } = await built({});
    expect(asked).toHaveLength(2);
    const { permitData: _data, permitTransaction: _tx, ...sent } = uniswapQuote;
    expect(asked[1]).toMatchObject({ method: "POST", path: "/v1/swap" });
    expect(asked[1]?.body).toEqual(sent);
    expect(verdict).toEqual({
      ok: true,
      value: {
        to: "0x6ff5693b99212da76ad316178a184ab56d299b43",
        data: "0x3593564cABcd",
        valueBase: 0n,
      },
    });
  });

  it("args: the deadline and the router version of the facts", async () => {
    const { venue, asked } = await make({});
    const quoted = await venue.quote(sellWeth);
    if (!quoted.ok) throw new Error(quoted.code);
    await venue.transaction(quoted.value, { routerVersion: "2.1.2", deadlineSec: 1_795_153_542 });
    expect(asked[1]?.body).toMatchObject({ deadline: 1_795_153_542 });
    expect(asked[1]?.headers["x-universal-router-version"]).toBe("2.1.2");
  });

  it("behavior: what is left of a native exact output must be swept back", async () => {
    const eth = { address: ETH, symbol: "ETH", decimals: 18 } as const;
    const quote = {
      ...uniswapExactOut,
      quote: { ...uniswapExactOut.quote, input: { token: ETH, amount: "380000000000000001" } },
    };
    const native = await built({ quote }, { ...buyUsdc, tokenIn: eth });
    expect(native.asked[1]?.body).toMatchObject({ safetyMode: "SAFE" });
    const token = await built({ quote: uniswapExactOut }, buyUsdc);
    expect(token.asked[1]?.body).not.toHaveProperty("safetyMode");
  });

  it("error: an indicative quote is never built", async () => {
    const { taker: _taker, ...request } = sellWeth;
    const { asked, verdict } = await built({}, request);
    expect(verdict).toMatchObject({ ok: false, code: "invalid_request" });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body, "nobody is named as swapper").toMatchObject({ swapper: ETH });
  });

  const { swap } = uniswapSwap;
  it.each([
    ["empty calldata", { swap: { ...swap, data: "0x" } }],
    ["no calldata", { swap: { ...swap, data: "" } }],
    ["calldata that is no hex", { swap: { ...swap, data: "hello" } }],
    ["no target", { swap: { ...swap, to: "" } }],
    ["another sender", { swap: { ...swap, from: OTHER } }],
    ["another chain", { swap: { ...swap, chainId: 1 } }],
    ["a negative value", { swap: { ...swap, value: "-1" } }],
    ["a huge value", { swap: { ...swap, value: `0x${"f".repeat(65)}` } }],
    ["nothing", {}],
    ["a web page", "<html></html>"],
  ])("error: %s", async (_name, body) => {
    const { asked, verdict } = await built({ swap: body });
    expect(verdict).toMatchObject({ ok: false, code: "venue_bad_response" });
    expect(asked).toHaveLength(2);
  });

  it.each([
    [400, "venue_bad_response"],
    [404, "venue_bad_response"],
    [429, "venue_unavailable"],
    [500, "venue_unavailable"],
  ])("error: %i", async (status, code) => {
    const { venue } = await make({});
    const quoted = await venue.quote(sellWeth);
    if (!quoted.ok) throw new Error(quoted.code);
    const broken = await make({ status, swap: { errorCode: "x" } });
    expect(await broken.venue.transaction(quoted.value, { routerVersion: "2.0" })).toMatchObject({
      ok: false,
      code,
    });
    expect(broken.asked).toHaveLength(1);
  });
});
